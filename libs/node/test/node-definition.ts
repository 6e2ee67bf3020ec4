import { launchesQueue } from '@portolan/launches';
import { publicMessage, type ServiceDefinition } from '@portolan/service';
import { NodeConfig } from '../src/config/node-config';
import { NodeModule } from '../src/node.module';

/** A service that is nothing but a node: it has no tables. */
export const nodeDefinition: ServiceDefinition<NodeConfig> = {
  name: 'node',
  title: 'Node',
  description: 'A node in tests',
  version: '1',
  config: NodeConfig,
  modules: (config) => [NodeModule.register(config)],
  queues: ({ AGENT_CLUSTER }) => [
    { queue: launchesQueue(AGENT_CLUSTER), consumers: 'every process', here: true },
  ],
  entities: [],
  migrations: [],
  errors: { body: (context) => ({ message: publicMessage(context) }) },
};
