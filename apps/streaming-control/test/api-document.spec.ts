import { fitsSchema, type TestService } from '@portolan/service/testing';
import { Api, definition, startStreaming } from './support/api';

jest.setTimeout(60_000);

interface Document extends Record<string, unknown> {
  paths: Record<
    string,
    { get: { responses: { 200: { content: { 'application/json': { schema: Record<string, unknown> } } } } } }
  >;
}

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

  it.each([
    ['numbers and booleans as texts', { parameters: [{ name: 1, value: true }] }, 201],
    ['texts as numbers and booleans', { slaMin: '0', slaMax: '10', isReadyForJobMaster: 'True' }, 201],
    ['null of what is optional', { version: null, slaMin: null, isReadyForJobMaster: null }, 201],
    ['a text that is no number', { slaMin: 'many' }, 400],
    ['a text that is no boolean', { isReadyForJobMaster: 'maybe' }, 400],
    ['an empty name of a parameter', { parameters: [{ name: '', value: 1 }] }, 400],
    ['no user', { user: '' }, 400],
    ['a user with a blank at the end', { user: 'ann ' }, 400],
  ])('allows in a body what is taken: %s', async (what, change, status) => {
    const body = definition(what.replaceAll(' ', ''), change);
    expect((await api.post('jobClusters', body)).status).toBe(status);
    const schema = { $ref: '#/components/schemas/ClusterRequest' };
    expect(fitsSchema(body, schema, document)).toBe(status === 201);
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
    const { schema } = document.paths[route]!.get.responses[200].content['application/json'];
    for (const fields of ['', 'name', 'name,unknown', 'unknown']) {
      const { status, body } = await api.get<object>(`${path}?fields=${fields}`);
      expect([status, fitsSchema(body, schema, document)]).toEqual([200, true]);
    }
  });
});
