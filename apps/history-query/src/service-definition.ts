import type { ServiceDefinition } from '@portolan/service';
import { migrations } from '../migrations';
import { AppModule } from './app.module';
import { HistoryConfig, Role } from './history-config';
import { historyErrors } from './history-errors';
import { historyNotes } from './openapi/notes';
import { answerQuickly } from './query/quick-answers';

/** The history query service, as `main.ts` runs it and tests start it. */
export const historyQuery: ServiceDefinition<HistoryConfig> = {
  name: 'history-query',
  title: 'Portolan history query',
  description: 'What the cloud looks like now, and what it looked like at any moment (API v2).',
  version: '2',
  config: HistoryConfig,
  modules: (config) => [AppModule.forRoles(config)],
  entities: [],
  migrations,
  errors: historyErrors,
  notes: historyNotes,
  prepare: (app, config) => {
    if (!config.ROLES.includes(Role.Api)) return;
    answerQuickly(app, config);
  },
};
