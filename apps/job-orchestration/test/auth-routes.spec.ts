import { startGuarded, type Expected, type GuardedService } from '@portolan/service/testing/auth';
import { jobOrchestration } from '../src/service-definition';

const all = (rule: Expected, ...routes: string[]): Record<string, Expected> =>
  Object.fromEntries(routes.map((route) => [route, rule]));

const registry = (collection: string): string[] => [
  `POST /api/v3/${collection}`,
  `DELETE /api/v3/${collection}`,
  ...['PUT', 'PATCH', 'DELETE'].map((verb) => `${verb} /api/v3/${collection}/:id`),
  ...['configs', 'dependencies', 'tags'].flatMap((set) =>
    ['POST', 'PUT', 'DELETE'].map((verb) => `${verb} /api/v3/${collection}/:id/${set}`),
  ),
  `DELETE /api/v3/${collection}/:id/tags/:tag`,
];

const registryReads = (collection: string): string[] =>
  ['', '/:id', '/:id/configs', '/:id/dependencies', '/:id/tags'].map(
    (path) => `GET /api/v3/${collection}${path}`,
  );

/** Every route except the platform's own, HEAD as GET: a missing one fails the test. */
const RULES: Record<string, Expected> = {
  ...all('admin', ...['applications', 'commands', 'clusters'].flatMap(registry)),
  ...all(
    'admin',
    ...['POST', 'PUT', 'DELETE'].flatMap((verb) => [
      `${verb} /api/v3/commands/:id/applications`,
      `${verb} /api/v3/clusters/:id/commands`,
      `${verb} /api/v3/commands/:id/clusterCriteria`,
    ]),
    'DELETE /api/v3/commands/:id/applications/:applicationId',
    'DELETE /api/v3/clusters/:id/commands/:commandId',
    'PUT /api/v3/commands/:id/clusterCriteria/:priority',
    'DELETE /api/v3/commands/:id/clusterCriteria/:priority',
    'POST /api/v3/nodes/:id/actions/:action',
  ),
  ...all(
    'submitter',
    'POST /api/v3/jobs',
    'POST /api/v3/jobs/resolve',
    'DELETE /api/v3/jobs',
    'DELETE /api/v3/jobs/:id',
    'POST /api/v3/jobs/:id/rerun',
    'POST /api/v3/schedules',
    ...['PUT', 'PATCH', 'DELETE'].map((verb) => `${verb} /api/v3/schedules/:id`),
    ...['pause', 'resume', 'trigger', 'backfill'].map(
      (action) => `POST /api/v3/schedules/:id/actions/${action}`,
    ),
  ),
  ...all('reader', ...['applications', 'commands', 'clusters'].flatMap(registryReads)),
  ...all(
    'reader',
    'GET /api/v3',
    'GET /api/v3/applications/:id/commands',
    'GET /api/v3/clusters/:id/commands',
    'GET /api/v3/commands/:id/applications',
    'GET /api/v3/commands/:id/clusterCriteria',
    'GET /api/v3/commands/:id/clusters',
    'GET /api/v3/commands/:id/resolvedClusters',
    'GET /api/v3/jobChanges',
    'GET /api/v3/jobStatistics',
    'GET /api/v3/jobs',
    'GET /api/v3/jobs/:id',
    'GET /api/v3/jobs/:id/applications',
    'GET /api/v3/jobs/:id/array',
    'GET /api/v3/jobs/:id/queue',
    'GET /api/v3/jobs/:id/attempts',
    'GET /api/v3/jobs/:id/attempts/:attempt/output',
    'GET /api/v3/jobs/:id/attempts/:attempt/output/*',
    'GET /api/v3/jobs/:id/cluster',
    'GET /api/v3/jobs/:id/command',
    'GET /api/v3/jobs/:id/dependencies',
    'GET /api/v3/jobs/:id/execution',
    'GET /api/v3/jobs/:id/metadata',
    'GET /api/v3/jobs/:id/output',
    'GET /api/v3/jobs/:id/output/*',
    'GET /api/v3/jobs/:id/request',
    'GET /api/v3/jobs/:id/selection',
    'GET /api/v3/jobs/:id/status',
    'GET /api/v3/nodes',
    'GET /api/v3/schedules',
    'GET /api/v3/schedules/:id',
    'GET /api/v3/schedules/:id/fires',
    'POST /api/v3/schedules/preview',
  ),
};

describe('routes of job orchestration', () => {
  let guarded: GuardedService;
  beforeAll(async () => {
    guarded = await startGuarded(jobOrchestration, { ROLES: 'api,controller' });
  });
  afterAll(() => guarded.stop());

  it('[V3-AUTH-2] [V3-AUTH-3] [V3-ACCESS-1] are open by their rule, with every credential, to no other caller and no page of another site', async () => {
    expect(await guarded.walk(RULES)).toEqual([]);
  });
});
