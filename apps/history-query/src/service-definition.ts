import type { ServiceDefinition } from '@portolan/service';
import { migrations } from '../migrations';
import { HistoryAppModule } from './app.module';
import { ChangeMomentEntity } from './collections/change-moment.entity';
import { CollectionEntity } from './collections/collection.entity';
import { HistoryConfig, Role } from './config/history-config';
import { historyErrors } from './errors/error-format';
import { queues } from './queues';
import { answerQuickly } from './resources/quick-answers';
import { queryAddresses } from './resources/query-addresses';
import { RevisionEntity } from './revisions/revision.entity';

/** The history query service, as `main.ts` runs it and tests start it. */
export const historyQuery: ServiceDefinition<HistoryConfig> = {
  name: 'history-query',
  title: 'Portolan history query',
  description: 'What the cloud looks like now, and what it looked like at any moment (API v2).',
  version: '2',
  config: HistoryConfig,
  modules: (config) => [HistoryAppModule.forRoles(config)],
  queues,
  entities: [ChangeMomentEntity, CollectionEntity, RevisionEntity],
  migrations,
  errors: historyErrors,
  addresses: queryAddresses,
  tags: {
    Query: 'Documents, their revisions, the differences between them, and feeds of changes.',
    Status: 'What each collection has, and when it was crawled.',
  },
  prepare: (app, config) => {
    if (!config.ROLES.includes(Role.Api)) return;
    answerQuickly(app);
  },
};
