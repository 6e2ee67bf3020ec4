import { LAUNCH_ENTITIES } from '@portolan/launches';
import type { ServiceDefinition } from '@portolan/service';
import { migrations } from '../migrations';
import { AttachmentUpkeepModule } from './attachments/attachment-upkeep.module';
import { readOwnTags } from './compatibility/read-own-tags';
import { errorFormat } from './error-format';
import { acceptMultipart } from './http/accept-multipart';
import { API_PATH } from './http/api-address';
import { RemovalParametersGuard } from './http/removal-parameters.guard';
import { JobOrchestrationConfig, Role } from './job-orchestration-config';
import { JOB_ENTITIES } from './jobs/job.entity';
import { JobsModule } from './jobs/jobs.module';
import { KubernetesModule } from './kubernetes/kubernetes.module';
import { podProviders } from './kubernetes/pod/pod-providers';
import { NodeModule } from './node/node.module';
import { NodeEntity } from './nodes/node.entity';
import { NodesModule } from './nodes/nodes.module';
import { jobsNotes } from './openapi/notes';
import { OutputModule } from './output/output.module';
import { REGISTRY_ENTITIES } from './registry/registry.entity';

/** The job orchestration service: which capabilities a process has is chosen by `ROLES`. */
export const jobOrchestration: ServiceDefinition<JobOrchestrationConfig> = {
  name: 'job-orchestration',
  title: 'Job Orchestration Service API',
  description: 'Registry of applications, commands and clusters; batch jobs by intent instead of by machine.',
  version: '3',
  config: JobOrchestrationConfig,
  modules: (config) => {
    const { ROLES } = config;
    const api = ROLES.includes(Role.Api);
    const controller = ROLES.includes(Role.Controller);
    const jobs = JobsModule.register(config);
    const runs = ROLES.includes(Role.Node);
    const local = config.LAUNCHER === 'local';
    const node = runs && local ? NodeModule.register(config, undefined, podProviders(config)) : undefined;
    return [
      ...(api || controller ? [jobs] : []),
      ...(api || controller ? [NodesModule.register(config, jobs)] : []),
      ...(controller ? [AttachmentUpkeepModule] : []),
      ...(api ? [OutputModule.register(jobs, node)] : []),
      ...(node ? [node] : []),
      ...(runs && !local ? [KubernetesModule.register(config)] : []),
    ];
  },
  entities: [...REGISTRY_ENTITIES, ...JOB_ENTITIES, ...LAUNCH_ENTITIES, NodeEntity],
  migrations,
  errors: errorFormat,
  notes: jobsNotes,
  prepare: async (app, { COMPATIBILITY }) => {
    app.useGlobalGuards(new RemovalParametersGuard());
    // Bodies are JSON: plain text is 415 like every other type, not a string that is then refused.
    app.getHttpAdapter().getInstance().removeContentTypeParser('text/plain');
    await acceptMultipart(app, `${API_PATH}/jobs`);
    readOwnTags(app, COMPATIBILITY);
  },
};
