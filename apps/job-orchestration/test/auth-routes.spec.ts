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

/** Every write: a route that is not here fails the test. Reads are for readers. */
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
  ),
};

describe('routes of job orchestration', () => {
  let guarded: GuardedService;
  beforeAll(async () => {
    guarded = await startGuarded(jobOrchestration, { ROLES: 'api,controller' });
  }, 60_000);
  afterAll(() => guarded.stop());

  it('[V3-AUTH-2] [V3-AUTH-3] open to whom their rule says, with every credential, and to nobody else', async () => {
    expect(await guarded.walk(RULES)).toEqual([]);
  }, 60_000);
});
