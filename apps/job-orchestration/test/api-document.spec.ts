import { fitsSchema } from '@portolan/service/testing';
import { application, job, startJobs, type JobsService } from './support';

jest.setTimeout(60_000);

type Schema = Record<string, unknown>;
interface Document extends Schema {
  paths: Record<string, { get: { parameters: { name: string; schema: Schema }[] } }>;
}

describe('openapi.json', () => {
  let service: JobsService;
  let document: Document;
  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api' } });
    document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document;
  });
  afterAll(() => service.stop());

  it.each([
    ['clusters', 'status', 'UP', 200],
    ['clusters', 'status', ' up,,Terminated', 200],
    ['clusters', 'status', '', 200],
    ['clusters', 'status', 'RUNNING', 412],
    ['jobs', 'status', 'running', 200],
    ['jobs', 'status', 'UP', 412],
    ['jobs', 'sort', 'name, user,DESC', 200],
    ['jobs', 'sort', 'uniqueId', 200],
    ['jobs', 'sort', 'desc', 200],
    ['jobs', 'sort', '', 200],
    ['jobs', 'sort', 'banana', 400],
    ['jobs', 'sort', 'name,,desc', 400],
    ['applications', 'sort', 'started', 400],
  ])('allows of a search what is taken: %s?%s=%s', async (path, name, value, status) => {
    const query = new URLSearchParams({ [name]: value }).toString();
    expect((await fetch(`${service.url}/api/v3/${path}?${query}`)).status).toBe(status);
    const { parameters } = document.paths[`/api/v3/${path}`]!.get;
    const { schema } = parameters.find((one) => one.name === name)!;
    expect(fitsSchema([value], schema, document)).toBe(status === 200);
  });

  it.each([
    ['applications', 'ApplicationRequest', application()],
    ['jobs', 'JobSubmission', job()],
  ])('does not allow what no request of %s may have', async (path, name, body) => {
    const schema = { $ref: `#/components/schemas/${name}` };
    expect(fitsSchema(body, schema, document)).toBe(true);
    for (const change of [
      { user: '' },
      { user: undefined },
      { name: ' ' },
      { version: '' },
      { tags: [''] },
    ]) {
      const spoiled = { ...body, ...change };
      const { status } = await fetch(`${service.url}/api/v3/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(spoiled),
      });
      expect([change, [400, 412].includes(status), fitsSchema(spoiled, schema, document)]).toEqual([
        change,
        true,
        false,
      ]);
    }
  });
});
