import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { LAUNCH_ENTITIES } from '@portolan/launches';
import { jsonParser, type ServiceDefinition } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { migrations } from '../migrations';
import { API_PATH } from './http/api-path';
import { StreamingAppModule } from './app.module';
import { JobClusterEntity, JobClusterVersionEntity } from './clusters/cluster.entity';
import { StreamingConfig } from './config/streaming-config';
import { CronFireEntity } from './cron-triggers/cron-fire.entity';
import { errorSchema, streamingErrors } from './errors/error-format';
import { StreamJobEntity, JobEventEntity, StageEntity, WorkerEntity } from './jobs/job.entity';
import { socketNotes } from './openapi/socket-notes';
import { queues } from './queues';
import { PlatformSettingEntity } from './settings/platform-setting.entity';
import { PathWsAdapter } from './websockets/path-ws-adapter';

export const streamingControl: ServiceDefinition<StreamingConfig> = {
  name: 'streaming-control',
  title: 'Portolan streaming control',
  description: 'Long-lived streaming jobs: clusters, jobs, workers, and streams of their output and states.',
  version: '1',
  config: StreamingConfig,
  modules: (config) => [StreamingAppModule.forRoles(config)],
  queues,
  entities: [
    ...LAUNCH_ENTITIES,
    JobClusterEntity,
    JobClusterVersionEntity,
    StreamJobEntity,
    StageEntity,
    WorkerEntity,
    JobEventEntity,
    CronFireEntity,
    PlatformSettingEntity,
  ],
  migrations,
  errors: streamingErrors,
  readsAnyType: true,
  reports: [
    `/${API_PATH}/jobs/actions/postJobStatus`,
    `/${API_PATH}/jobs/:jobId/actions/postJobStatus`,
    '/api/postjobstatus',
  ],
  errorSchema,
  sockets: socketNotes,
  tags: {
    clusters: 'Job clusters: definitions of streaming jobs, with their versions.',
    jobs: 'Running streaming jobs, their stages and workers.',
    streams: 'Output and states of jobs as server-sent events and websockets.',
    admin: 'Agent clusters and the service itself.',
    'older addresses': 'For clients of older releases.',
  },
  prepare: (app) => {
    readEverythingAsJson(app);
    app.useWebSocketAdapter(new PathWsAdapter(app));
  },
};

/** Space; tabs and line breaks come before it. */
const BLANK = 0x20;

/** Reads every body as JSON, whatever its content type (V1-GEN-5). */
function readEverythingAsJson(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const parse = jsonParser();
  fastify.removeAllContentTypeParsers();
  app.useBodyParser('*', { bodyLimit: fastify.initialConfig.bodyLimit }, (request, body, done) => {
    // A body of blanks only counts as absent.
    if (body.every((byte) => byte <= BLANK)) done(null, undefined);
    else void parse(request as FastifyRequest, body, done);
  });
}
