import { Module, type DynamicModule } from '@nestjs/common';
import { HeartbeatService, NodeConfig } from '@portolan/node';
import { KubernetesConfig } from '../config/kubernetes-config';
import { JobReconcilerService } from './job-reconciler.service';
import { JobWatchService } from './job-watch.service';
import { KubernetesApiGateway } from './kubernetes-api.gateway';
import { KubernetesLauncherService } from './kubernetes-launcher.service';
import { KubernetesNodeController } from './kubernetes-node.controller';
import { KubernetesNodeService } from './kubernetes-node.service';

/** The role `node` with the launcher `kubernetes`: launches run in pods of a cluster. */
@Module({})
export class KubernetesModule {
  static register(config: KubernetesConfig): DynamicModule {
    return {
      module: KubernetesModule,
      controllers: [KubernetesNodeController],
      providers: [
        { provide: KubernetesConfig, useValue: config },
        { provide: NodeConfig, useValue: config },
        KubernetesApiGateway,
        JobWatchService,
        KubernetesLauncherService,
        JobReconcilerService,
        HeartbeatService,
        KubernetesNodeService,
      ],
    };
  }
}
