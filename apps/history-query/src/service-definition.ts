import type { ServiceDefinition } from '@portolan/service';
import { migrations } from '../migrations';
import { AppModule } from './app.module';
import { HistoryConfig } from './history-config';
import { historyErrors } from './history-errors';

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
};
