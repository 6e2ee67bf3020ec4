import { Module, type DynamicModule } from '@nestjs/common';
import { ApiAddress } from '../http/api-address';
import { Role, type JobOrchestrationConfig } from '../job-orchestration-config';
import { NodeMetrics } from '../metrics/node-metrics.service';
import { NodeControl } from './node-control.service';
import { NodeRepository } from './node.repository';
import { NodesController } from './nodes.controller';
import { NodesGateway } from './nodes.gateway';
import { NodesService } from './nodes.service';
import { UnclaimedSweep } from './unclaimed-sweep.service';

/** The registry of nodes: shown and steered (role `api`), kept (role `controller`). */
@Module({})
export class NodesModule {
  /** @param jobs the module that knows the launches of jobs */
  static register(config: Readonly<JobOrchestrationConfig>, jobs: DynamicModule): DynamicModule {
    const api = config.ROLES.includes(Role.Api);
    return {
      module: NodesModule,
      imports: [jobs],
      controllers: api ? [NodesController] : [],
      providers: [
        NodeRepository,
        NodeControl,
        NodeMetrics,
        ...(api ? [NodesService, ApiAddress] : []),
        ...(config.ROLES.includes(Role.Controller) ? [NodesGateway, UnclaimedSweep] : []),
      ],
    };
  }
}
