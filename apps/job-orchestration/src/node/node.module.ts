import { Module, type DynamicModule } from '@nestjs/common';
import { NodeConfig } from './node-config';

/** The role `node`: takes launches of its agent cluster and runs them on this machine (docs/architecture.md). */
@Module({})
export class NodeModule {
  /** @param config the service's configuration, which extends {@link NodeConfig} */
  static register(config: NodeConfig): DynamicModule {
    return {
      module: NodeModule,
      providers: [{ provide: NodeConfig, useValue: config }],
    };
  }
}
