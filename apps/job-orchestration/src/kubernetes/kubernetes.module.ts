import { Module, type DynamicModule } from '@nestjs/common';
import { HeartbeatService } from '../node/heartbeat.service';
import { NodeConfig } from '../node/node-config';
import { JobKeeper } from './job-keeper.service';
import { JobWatch } from './job-watch.service';
import { KubernetesApi } from './kubernetes-api.gateway';
import { KubernetesConfig } from './kubernetes-config';
import { KubernetesLauncher } from './kubernetes-launcher.service';
import { KubernetesNodeController } from './kubernetes-node.controller';
import { KubernetesNode } from './kubernetes-node.service';
import { OwnerQuestions } from './owner-questions.service';

/** The role `node` with the launcher `kubernetes`: launches run in pods of a cluster (design: Launcher). */
@Module({})
export class KubernetesModule {
  static register(config: KubernetesConfig): DynamicModule {
    return {
      module: KubernetesModule,
      controllers: [KubernetesNodeController],
      providers: [
        { provide: KubernetesConfig, useValue: config },
        { provide: NodeConfig, useValue: config },
        KubernetesApi,
        JobWatch,
        OwnerQuestions,
        KubernetesLauncher,
        JobKeeper,
        HeartbeatService,
        KubernetesNode,
      ],
    };
  }
}
