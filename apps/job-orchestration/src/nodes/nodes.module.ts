import { Module, type DynamicModule } from '@nestjs/common';
import { ApiAddress } from '../http/api-address';
import { Role, type JobOrchestrationConfig } from '../config/job-orchestration-config';
import { NodeMetricsService } from './node-metrics.service';
import { NodeRetentionService } from './node-retention.service';
import { NodeRepository } from './node.repository';
import { NodesController } from './nodes.controller';
import { NodesGateway } from './nodes.gateway';
import { NodesService } from './nodes.service';
import { UnclaimedSweepService } from './unclaimed-sweep.service';

/** The registry of nodes: shown and controlled (role `api`), maintained (role `controller`). */
@Module({})
export class NodesModule {
  static register(config: Readonly<JobOrchestrationConfig>): DynamicModule {
    const api = config.ROLES.includes(Role.Api);
    return {
      module: NodesModule,
      controllers: api ? [NodesController] : [],
      providers: [
        NodeRepository,
        NodesService,
        NodeMetricsService,
        ...(api ? [ApiAddress] : []),
        ...(config.ROLES.includes(Role.Controller)
          ? [NodesGateway, UnclaimedSweepService, NodeRetentionService]
          : []),
      ],
    };
  }
}
