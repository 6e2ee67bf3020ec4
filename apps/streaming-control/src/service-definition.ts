import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { LAUNCH_ENTITIES } from '@portolan/launches';
import { jsonParser, type ServiceDefinition } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { MIGRATIONS } from '../migrations';
import { AdminModule } from './admin/admin.module';
import { AgentsApiModule } from './agents/agents-api.module';
import { ClusterEntity, ClusterVersionEntity } from './clusters/cluster.entity';
import { ClustersApiModule } from './clusters/clusters-api.module';
import { StreamingConfig } from './config/streaming-config';
import { ControllerModule } from './control/controller.module';
import { JobMasterModule } from './control/job-master.module';
import { workerLaunches } from './control/worker-launches.module';
import { CronFireEntity } from './cron/cron-fire.entity';
import { DiscoveryModule } from './discovery/discovery.module';
import { streamingErrors } from './errors/error-format';
import { JobEntity, JobEventEntity, StageEntity, WorkerEntity } from './jobs/job.entity';
import { JobsApiModule } from './jobs/jobs-api.module';
import { OlderModule } from './older/older.module';
import { streamsNotes } from './openapi/notes';
import { MetricsModule } from './metrics/metrics.module';
import { PlatformSettingEntity } from './settings/platform-setting.entity';
import { StreamMapModule } from './stream-map/stream-map.module';
import { PathWsAdapter } from './streams/path-ws-adapter';
import { WorkerOutputModule } from './worker-output/worker-output.module';
import { StreamsModule } from './streams/streams.module';

const API_MODULES = [
  ClustersApiModule,
  JobsApiModule,
  StreamsModule,
  AdminModule,
  AgentsApiModule,
  StreamMapModule,
  DiscoveryModule,
  OlderModule,
];

/** The streaming control service (API v1). */
export const streamingControl: ServiceDefinition<StreamingConfig> = {
  name: 'streaming-control',
  title: 'Portolan streaming control',
  description: 'Long-lived streaming jobs: clusters, jobs, workers, and streams of their output and states.',
  version: '1',
  config: StreamingConfig,
  modules: (config) => {
    const controls = config.ROLES.includes('controller');
    const launches = workerLaunches(config, controls);
    return [
      launches,
      JobMasterModule,
      MetricsModule,
      ...(config.ROLES.includes('api') ? [...API_MODULES, WorkerOutputModule.register(launches)] : []),
      ...(controls ? [ControllerModule.register(launches)] : []),
    ];
  },
  entities: [
    ...LAUNCH_ENTITIES,
    ClusterEntity,
    ClusterVersionEntity,
    JobEntity,
    StageEntity,
    WorkerEntity,
    JobEventEntity,
    CronFireEntity,
    PlatformSettingEntity,
  ],
  migrations: MIGRATIONS,
  errors: streamingErrors,
  readsAnyType: true,
  reports: [
    '/api/v1/jobs/actions/postJobStatus',
    '/api/v1/jobs/:jobId/actions/postJobStatus',
    '/api/postjobstatus',
  ],
  notes: streamsNotes,
  prepare: (app) => {
    readEverythingAsJson(app);
    app.useWebSocketAdapter(new PathWsAdapter(app));
  },
};

/** Requests are JSON whatever their content type says (streaming-control-v1, What the service does). */
function readEverythingAsJson(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const parse = jsonParser();
  fastify.removeAllContentTypeParsers();
  // What is no media type at all would be refused before a parser is looked for.
  fastify.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (headers['content-type'] !== undefined) headers['content-type'] = 'application/json';
    done();
  });
  app.useBodyParser('*', { bodyLimit: fastify.initialConfig.bodyLimit }, (request, body, done) => {
    const text = body.toString();
    // A body-less request may still carry a content type.
    if (text.trim() === '') done(null, undefined);
    else void parse(request as FastifyRequest, text, done);
  });
}
