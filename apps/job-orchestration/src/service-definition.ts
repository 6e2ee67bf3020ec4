import { LAUNCH_ENTITIES } from '@portolan/launches';
import type { ServiceDefinition } from '@portolan/service';
import { migrations } from '../migrations';
import { JobsAppModule } from './app.module';
import { DEPENDENCY_ENTITIES } from './dependencies/job-dependency.entity';
import { describeRelease } from './openapi/describe-release';
import { errorFormat } from './errors/error-format';
import { acceptMultipart, readOwnTags } from './http/request-hooks';
import { API_PATH } from './http/api-address';
import { ExactRemovalGuard } from './http/exact-removal.guard';
import { JobOrchestrationConfig } from './config/job-orchestration-config';
import { JobArrayEntity } from './jobs/job-array.entity';
import { JOB_ENTITIES } from './jobs/job.entity';
import { BulkKillEntity } from './kill/bulk-kill.entity';
import { NodeEntity } from './nodes/node.entity';
import { queues } from './queues';
import { REGISTRY_ENTITIES } from './registry/registry.entity';
import { SCHEDULE_ENTITIES } from './schedules/store/schedule.entity';
import { JobWaitEntity } from './transitions/job-wait.entity';

/** Parts of a form besides its attachments: the request, and others, which are ignored. */
const OTHER_PARTS_LIMIT = 100;

/** The job orchestration service; `ROLES` selects the capabilities of a process. */
export const jobOrchestration: ServiceDefinition<JobOrchestrationConfig> = {
  name: 'job-orchestration',
  title: 'Job Orchestration Service API',
  description: 'Registry of applications, commands and clusters; batch jobs by intent instead of by machine.',
  version: '3',
  config: JobOrchestrationConfig,
  modules: (config) => [JobsAppModule.forRoles(config)],
  queues,
  entities: [
    ...REGISTRY_ENTITIES,
    ...JOB_ENTITIES,
    ...LAUNCH_ENTITIES,
    ...DEPENDENCY_ENTITIES,
    JobArrayEntity,
    JobWaitEntity,
    NodeEntity,
    BulkKillEntity,
    ...SCHEDULE_ENTITIES,
  ],
  migrations,
  errors: errorFormat,
  tags: {
    jobs: 'Submit, find, follow and end batch jobs; their files.',
    schedules: 'Jobs submitted at times.',
    applications: 'Programs that commands use.',
    commands: 'What jobs run, and on which clusters.',
    clusters: 'Where jobs run.',
    links: 'Which applications a command has, and which commands a cluster.',
    nodes: 'Processes that run jobs.',
    root: 'Where everything is.',
  },
  adaptDocument: describeRelease,
  prepare: async (app, { ATTACHMENTS_LIMIT, COMPATIBILITY }) => {
    app.useGlobalGuards(new ExactRemovalGuard());
    // Bodies are JSON: plain text is 415 like every other type, instead of a string that is refused later.
    app.getHttpAdapter().getInstance().removeContentTypeParser('text/plain');
    await acceptMultipart(app, `${API_PATH}/jobs`, ATTACHMENTS_LIMIT + OTHER_PARTS_LIMIT);
    readOwnTags(app, COMPATIBILITY);
  },
};
