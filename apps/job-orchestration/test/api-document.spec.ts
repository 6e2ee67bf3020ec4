import { fitsSchema } from '@portolan/service/testing';
import { application, job, startJobs, type JobsService } from './support';

type Schema = Record<string, unknown>;
interface Operation {
  parameters: { name: string; schema: Schema }[];
  requestBody: { content: Record<string, { schema: Schema }> };
}
interface Document extends Schema {
  paths: Record<string, Record<string, Operation>>;
}

describe('openapi.json', () => {
  let service: JobsService;
  let document: Document;
  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api' } });
    document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document;
  });
  afterAll(() => service.stop());

  const send = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${service.url}/api/v3/${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
  const bodyOf = (method: string, path: string): Schema =>
    document.paths[`/api/v3/${path}`]![method]!.requestBody.content['application/json']!.schema;

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
  ])('allows for a search what the service accepts: %s?%s=%s', async (path, name, value, status) => {
    const query = new URLSearchParams({ [name]: value }).toString();
    expect((await fetch(`${service.url}/api/v3/${path}?${query}`)).status).toBe(status);
    const { parameters } = document.paths[`/api/v3/${path}`]!.get!;
    const { schema } = parameters.find((one) => one.name === name)!;
    expect(fitsSchema([value], schema, document)).toBe(status === 200);
  });

  it.each([
    ['clusters', { status: 'up' }, 201],
    ['clusters', { status: 'uP ' }, 400],
    ['clusters', { status: null }, 412],
    ['commands', { executable: 'echo' }, 201],
    ['commands', { executable: 'echo', executableAndArguments: null }, 201],
    ['commands', { executable: ' ', executableAndArguments: ['echo'] }, 201],
    ['commands', { executable: ' ' }, 400],
    ['commands', { executable: null }, 400],
    ['commands', { executableAndArguments: [] }, 412],
    ['commands', { executable: 'echo', clusterCriteria: [{ tags: [' ', 'a'] }] }, 201],
    ['commands', { executable: 'echo', clusterCriteria: [{ name: 'a', tags: [' '] }] }, 201],
    ['commands', { executable: 'echo', clusterCriteria: [{ id: ' ', tags: [' '] }] }, 400],
    ['commands', { executable: 'echo', clusterCriteria: [{ tags: [] }] }, 400],
    ['commands', { executable: 'echo', clusterCriteria: [{}] }, 400],
    ['commands', { executable: 'echo', runtime: { images: { a: { name: 'b', tag: null } } } }, 201],
    ['commands', { executable: 'echo', runtime: { images: { a: { name: 1 } } } }, 400],
    ['jobs/resolve', { commandCriteria: [' ', 'a'] }, 200],
    ['jobs/resolve', { commandCriteria: [' '] }, 412],
    ['jobs/resolve', { clusterCriterias: [{ tags: ['', 'a'] }] }, 200],
    ['jobs/resolve', { clusterCriterias: [{ tags: [''] }] }, 412],
    ['jobs/resolve', { clusterCriterias: [{ tags: [] }] }, 412],
    ['jobs/resolve', { dependsOn: ['a', { id: 'b', condition: 'failed' }] }, 200],
    ['jobs/resolve', { dependsOn: null }, 200],
    ['jobs/resolve', { dependsOn: [''] }, 400],
    ['jobs/resolve', { array: { size: 10_000, indexes: '1,3,7-9', maxRunning: 5 } }, 200],
    ['jobs/resolve', { array: null }, 200],
    ['jobs/resolve', { array: {} }, 400],
    ['jobs/resolve', { array: { size: 0 } }, 400],
    ['jobs/resolve', { array: { size: 10_001 } }, 400],
    ['jobs/resolve', { retry: { limit: 20, on: ['exit'], exitCodes: [3], delaySeconds: 0.5 } }, 200],
    ['jobs/resolve', { retry: null }, 200],
    ['jobs/resolve', { retry: {} }, 400],
    ['jobs/resolve', { retry: { limit: 21 } }, 400],
    ['jobs/resolve', { retry: { limit: 1, on: ['boredom'] } }, 400],
    ['jobs/resolve', { retry: { limit: 1, on: ['exit'], exitCodes: [0] } }, 400],
    ['jobs/resolve', { dependsOn: [{ id: 'b', condition: 'done' }] }, 400],
  ])('allows in a body of %s what the service accepts: %j', async (path, change, status) => {
    const common = { name: 'shown', user: 'ann', version: '1' };
    const body =
      path === 'jobs/resolve' ? { ...job(), ...change } : { ...common, status: 'ACTIVE', ...change };
    expect((await send('POST', path, body)).status).toBe(status);
    expect(fitsSchema(body, bodyOf('post', path), document)).toBe(status < 300);
  });

  it.each([
    ['POST', 'applications', [], 412],
    ['PUT', 'applications', [], 204],
    ['PUT', 'applications', [''], 412],
    ['PUT', 'tags', [' '], 412],
    ['PUT', 'configs', ['a'], 204],
    ['PUT', 'configs', ['a'.repeat(1025)], 412],
    ['POST', 'tags', ['a'.repeat(256)], 412],
    ['PUT', 'clusterCriteria', [{}], 400],
    ['PUT', 'clusterCriteria', [{ id: 'a' }], 200],
  ])('allows what the service accepts: %s …/%s %j', async (method, set, body, status) => {
    const command = { name: 'c', user: 'ann', version: '1', status: 'ACTIVE', executable: 'echo' };
    const id = `${method}-${set}-${String(status)}`;
    expect((await send('POST', 'commands', { ...command, id })).status).toBe(201);
    expect((await send(method, `commands/${id}/${set}`, body)).status).toBe(status);
    const schema = bodyOf(method.toLowerCase(), `commands/{id}/${set}`);
    expect(fitsSchema(body, schema, document)).toBe(status < 300);
  });

  it.each([
    [{ start: 1, end: null }, {}, 201],
    [{ start: null }, { user: '' }, 201],
    [{ start: true }, {}, 400],
    [{}, { id: 'a' }, 400],
  ])(
    '[V3-SCHED-21] allows for a schedule what the service accepts: %j, with the request %j',
    async (change, request, status) => {
      const body = {
        ...{ name: 'nightly', user: job().user, version: '1', cron: '0 0 1 1 *', paused: true },
        request: { ...job(), ...request },
        ...change,
      };
      expect((await send('POST', 'schedules', body)).status).toBe(status);
      expect(fitsSchema(body, bodyOf('post', 'schedules'), document)).toBe(status === 201);
    },
  );

  it.each([
    ['name', '', 400],
    ['name', ' , ', 400],
    ['name', 'a', 202],
    ['tag', ',', 400],
    ['tag', ',a', 202],
    ['status', ' ', 400],
    ['status', ', running,', 202],
  ])('allows for a removal what the service accepts: %s=%j', async (name, value, status) => {
    const { status: answered } = await send(
      'DELETE',
      `jobs?${new URLSearchParams({ [name]: value }).toString()}`,
    );
    const { schema } = document.paths['/api/v3/jobs']!.delete!.parameters.find((one) => one.name === name)!;
    const given = schema.type === 'array' ? [value] : value;
    expect([answered, fitsSchema(given, schema, document)]).toEqual([status, status === 202]);
  });

  it.each([
    ['0', 200],
    ['-1', 412],
    ['first', 400],
  ])('allows for a priority what the service accepts: %s', async (priority, status) => {
    const id = `priority-${priority}`;
    const command = { name: 'c', user: 'ann', version: '1', status: 'ACTIVE', executable: 'echo' };
    expect((await send('POST', 'commands', { ...command, id })).status).toBe(201);
    expect((await send('PUT', `commands/${id}/clusterCriteria/${priority}`, { id: 'a' })).status).toBe(
      status,
    );
    const route = '/api/v3/commands/{id}/clusterCriteria/{priority}';
    const { schema } = document.paths[route]!.put!.parameters.find((one) => one.name === 'priority')!;
    expect(fitsSchema(Number(priority), schema, document)).toBe(status === 200);
  });

  it('describes the parts of a submission with files', () => {
    const content = document.paths['/api/v3/jobs']!.post!.requestBody.content;
    expect(fitsSchema(job(), content['application/json']!.schema, document)).toBe(true);
    const parts = content['multipart/form-data']!.schema;
    expect([job(), { request: job() }].map((body) => fitsSchema(body, parts, document))).toEqual([
      false,
      true,
    ]);
  });

  it.each([
    ['applications', 'ApplicationRequest', application()],
    ['jobs', 'JobSubmission', job()],
  ])('does not allow invalid values of %s', async (path, name, body) => {
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
      const { status } = await send('POST', path, spoiled);
      expect([change, [400, 412].includes(status), fitsSchema(spoiled, schema, document)]).toEqual([
        change,
        true,
        false,
      ]);
    }
  });
});
