import { fitsSchema, type TestService } from '@portolan/service/testing';
import { Api, definition, startStreaming } from './support/api';

type Schema = Record<string, unknown>;
type Content = Record<'application/json', { schema: Schema }>;
interface Operation {
  parameters: { name: string; schema: Schema }[];
  requestBody: { content: Content };
  responses: { 200: { content: Content } };
}
interface Document extends Schema {
  paths: Record<string, Record<string, Operation>>;
}

const MACHINE = { cpuCores: 1, memoryMB: 64 };
const STRATEGY = { scaleDownBelowPct: 10, scaleUpAbovePct: '75' };
const POLICY = { cooldownSecs: 60, minIdle: 0, maxIdle: 2, minSize: 0, maxSize: 5 };
const POSTED = { workerNumber: 1, state: 'Noop' };

/** A definition's stage, changed, under a number, with a machine that is changed. */
const stages = (change: object, number = '1', machine: object = {}) => ({
  schedulingInfo: {
    stages: {
      [number]: { numberOfInstances: 1, machineDefinition: { ...MACHINE, ...machine }, ...change },
    },
  },
});

describe('openapi.json', () => {
  let service: TestService;
  let api: Api;
  let document: Document;
  beforeAll(async () => {
    service = await startStreaming({ env: { LOG_LEVEL: 'silent' } });
    api = new Api(service.url);
    document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document;
    expect((await api.post('jobClusters', definition('shown'))).status).toBe(201);
  });
  afterAll(() => service.stop());

  const documentedAnswer = (route: string) =>
    document.paths[route]!.get!.responses[200].content['application/json'];

  it.each([
    ['numbers and booleans as texts', { parameters: [{ name: 1, value: true }] }, 201],
    ['texts as numbers and booleans', { slaMin: '0', slaMax: '10', isReadyForJobMaster: 'True' }, 201],
    ['null of what is optional', { version: null, slaMin: null, isReadyForJobMaster: null }, 201],
    ['a text that is not a number', { slaMin: 'many' }, 400],
    ['a text that is no boolean', { isReadyForJobMaster: 'maybe' }, 400],
    ['an empty name of a parameter', { parameters: [{ name: '', value: 1 }] }, 400],
    ['no user', { user: '' }, 400],
    ['a user with a blank at the end', { user: 'ann ' }, 400],
    ['a user of a character that shows nothing', { user: '\u200b' }, 400],
    ['a user with a control character', { user: 'a\0b' }, 400],
    ['a name that no cluster has', { name: '1st' }, 400],
    ['a number as a name', { name: 7 }, 400],
    ['null of a choice', { cronPolicy: null }, 201],
    ['an unknown choice', { cronPolicy: 'KEEP_BOTH' }, 400],
    ['a whole number with a fraction of 0', { slaMin: '0.0', slaMax: ' 10 ' }, 201],
    ['a number with an exponent', { slaMax: '1e1' }, 400],
    ['no stages', { schedulingInfo: { stages: {} } }, 400],
    ['no stage 1', stages({}, '2'), 400],
    ['a stage without its machine', stages({ machineDefinition: null }), 400],
    ['texts of a stage', stages({ numberOfInstances: '2', scalable: 'false' }), 201],
    ['too many workers', stages({ numberOfInstances: 1501 }), 400],
    ['too many workers as a text', stages({ numberOfInstances: '1501' }), 400],
    ['a processor of nothing', stages({}, '1', { cpuCores: 0 }), 400],
    ['more memory than a worker may have', stages({}, '1', { memoryMB: '28000.5' }), 400],
    ['all memory that a worker may have', stages({}, '1', { memoryMB: '28000.0', numPorts: '1' }), 201],
    ['known constraints', stages({ hardConstraints: ['UniqueHost'], softConstraints: null }), 201],
    ['an unknown constraint', stages({ softConstraints: ['Sunny'] }), 400],
    ['a scaling policy', stages({ scalingPolicy: { min: 1, max: '3', strategies: { CPU: STRATEGY } } }), 201],
    ['a scaling policy without bounds', stages({ scalingPolicy: { min: 1 } }), 400],
    [
      'an unknown reason to scale',
      stages({ scalingPolicy: { min: 1, max: 3, strategies: { X: STRATEGY } } }),
      400,
    ],
  ])('allows in a body what the service accepts: %s', async (what, change, status) => {
    const body = definition(what.replaceAll(' ', ''), change);
    expect((await api.post('jobClusters', body)).status).toBe(status);
    const schema = { $ref: '#/components/schemas/ClusterRequest' };
    expect(fitsSchema(body, schema, document)).toBe(status === 201);
  });

  it.each([
    ['updateSla', 'UpdateSlaRequest', { min: 0, max: 3, cronpolicy: null }, 204],
    ['updateSla', 'UpdateSlaRequest', { cronspec: '' }, 204],
    ['updateSla', 'UpdateSlaRequest', {}, 400],
    ['updateSla', 'UpdateSlaRequest', { min: 0, max: null }, 400],
    ['updateSla', 'UpdateSlaRequest', { min: '0.5', max: 3 }, 400],
  ])('allows for %s what the service accepts: %s %j', async (action, name, more, status) => {
    const body = { name: 'shown', user: 'ann', ...more };
    expect((await api.post(`jobClusters/shown/actions/${action}`, body)).status).toBe(status);
    expect(fitsSchema(body, { $ref: `#/components/schemas/${name}` }, document)).toBe(status === 204);
  });

  it.each([
    ['POST', 'agentClusters', [], 200],
    ['POST', 'agentClusters', ['default'], 200],
    ['POST', 'agentClusters', [''], 400],
    ['PUT', 'agentClusters/autoScalePolicy', { default: { ...POLICY, minIdle: '1' } }, 200],
    ['PUT', 'agentClusters/autoScalePolicy', { default: { ...POLICY, name: null } }, 400],
    ['PUT', 'agentClusters/autoScalePolicy', { default: {} }, 400],
    ['PUT', 'svc/publish/streamJobClusterMap', { mappings: { shop: { visits: 'shown' } } }, 200],
    ['PUT', 'svc/publish/streamJobClusterMap', { mappings: { shop: { visits: '1' } } }, 400],
    ['PUT', 'svc/publish/streamJobClusterMap', { mappings: { shop: 'shown' } }, 400],
    ['POST', 'jobs/actions/postJobStatus', { status: { ...POSTED, type: null } }, 204],
    ['POST', 'jobs/actions/postJobStatus', { status: { ...POSTED, type: 'SHOUT' } }, 400],
    ['POST', 'jobs/actions/quickSubmit', { name: 'shown', user: 'ann ' }, 400],
    ['POST', 'jobs/shown-1/actions/scaleStage', { StageNumber: 1, NumWorkers: 0 }, 400],
    ['POST', 'jobs/shown-1/actions/scaleStage', { StageNumber: 1, NumWorkers: '1500' }, 400],
  ])('allows what the service accepts: %s %s %j', async (method, path, body, status) => {
    expect((await api.call(method, path, body)).status).toBe(status);
    const route = `/api/v1/${path.replace('shown-1', '{jobId}')}`;
    const { schema } = document.paths[route]![method.toLowerCase()]!.requestBody.content['application/json'];
    expect(fitsSchema(body, schema, document)).toBe(status < 300);
  });

  it.each([
    ['jobs?startJobIdExclusive=', 400],
    ['jobs?startJobIdExclusive=shown-1', 200],
    ['jobs/nonsense/archivedWorkers', 400],
  ])('shows the shape of ids: %s', async (address, status) => {
    const [path = '', value] = address.split('?startJobIdExclusive=');
    expect((await api.get(address)).status).toBe(status);
    const route = `/api/v1/${path.replace('nonsense', '{jobId}')}`;
    const name = value === undefined ? 'jobId' : 'startJobIdExclusive';
    const { schema } = document.paths[route]!.get!.parameters.find((one) => one.name === name)!;
    expect(fitsSchema(value ?? 'nonsense', schema, document)).toBe(status === 200);
  });

  it('requires whole records of archivedWorkers, which does not support fields', () => {
    const { schema } = documentedAnswer('/api/v1/jobs/{jobId}/archivedWorkers');
    expect(fitsSchema({ list: [{}], prev: null, next: null, total: 1 }, schema, document)).toBe(false);
  });

  it.each([
    ['ann', 204],
    [7, 204],
    [' ', 400],
    [null, 400],
    [undefined, 400],
  ])('requires the user of an action: %s', async (user, status) => {
    const body = { name: 'shown', user };
    expect((await api.post('jobClusters/shown/actions/disableCluster', body)).status).toBe(status);
    const schema = { $ref: '#/components/schemas/ClusterActionRequest' };
    expect(fitsSchema(body, schema, document)).toBe(status === 204);
  });

  it.each([
    ['jobClusters', '/api/v1/jobClusters'],
    ['jobClusters/shown', '/api/v1/jobClusters/{clusterName}'],
  ])('allows records with some of their fields: %s', async (path, route) => {
    const { schema } = documentedAnswer(route);
    for (const fields of ['', 'name', 'name,unknown', 'unknown']) {
      const { status, body } = await api.get<object>(`${path}?fields=${fields}`);
      expect([status, fitsSchema(body, schema, document)]).toEqual([200, true]);
    }
  });
});
