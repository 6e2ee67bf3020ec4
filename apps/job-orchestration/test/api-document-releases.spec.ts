import { describeService } from '@portolan/service';
import { fitsSchema } from '@portolan/service/testing';
import { TEXTS } from '../src/openapi/describe-release';
import { jobOrchestration } from '../src/service-definition';
import {
  application,
  command,
  containing,
  job,
  startJobs,
  type Client,
  type JobsService,
  type Page,
} from './support';

type Schema = Record<string, unknown>;
interface Body {
  schema: Schema;
  example?: unknown;
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, Body> };
  responses: Record<string, { content?: Record<string, Body> }>;
}
interface Document extends Schema {
  paths: Record<string, Record<string, Operation>>;
}

/** The resources that the examples of the document create. */
const IDS: Record<string, string> = {
  applications: 'spark-3',
  clusters: 'prod-a',
  commands: 'spark-submit',
  jobs: 'nightly-7',
  schedules: 'nightly',
};
const PARTS: Record<string, string> = {
  applicationId: 'spark-3',
  commandId: 'spark-submit',
  priority: '0',
  attempt: '1',
  path: 'stdout',
  tag: 'spare',
  action: 'cordon',
};
/** Examples that create the resources, in an order in which each finds those that it needs. */
const CREATED = [
  'applications',
  'clusters',
  'commands',
  'clusters/{id}/commands',
  'jobs/resolve',
  'jobs',
  'schedules',
];
const OVERLONG = 'x'.repeat(1025);
const BODIES: [string, object][] = [
  ['applications', application({ description: OVERLONG })],
  ['commands', command()],
  ['commands', command({ checkDelay: null })],
  ['commands', command({ checkDelay: 0 })],
  ['commands', command({ checkDelay: 5000 })],
  ['commands', command({ checkDelay: 5000, executable: 'bash -c' })],
  ['commands', command({ checkDelay: 5000, executable: 'x'.repeat(256) })],
  ['commands', command({ checkDelay: 5000, executable: OVERLONG })],
  ['commands', command({ checkDelay: 5000, executable: 'bash -c', clusterCriteria: [{}] })],
  ['jobs/resolve', job()],
  ['jobs/resolve', job({ commandArgs: undefined })],
  ['jobs/resolve', job({ commandArgs: '' })],
  ['jobs/resolve', job({ commandArgs: 'x'.repeat(10_001) })],
  ['jobs/resolve', job({ dependsOn: 'job', retry: 7 })],
];
const JSON_TYPE = /^(application\/([\w.-]+\+)?json|text\/event-stream)$/;

const addressOf = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => PARTS[name] ?? IDS[path.split('/')[3] ?? ''] ?? 'none');

/** Returns a document whose objects have no other fields than those that it describes. */
function closed<T>(node: T): T {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((one: unknown) => closed(one)) as T;
  const parts = Object.fromEntries(Object.entries(node).map(([name, one]) => [name, closed<unknown>(one)]));
  const isObject = parts.type === 'object' && 'properties' in parts;
  return { ...(isObject && { additionalProperties: false }), ...parts } as T;
}

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** Returns the texts of a document that an operation or a field shows. */
function textsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, one]) =>
    ['description', 'summary'].includes(key) && typeof one === 'string' ? [one] : textsOf(one),
  );
}

const newest = describeService(jobOrchestration) as Promise<unknown> as Promise<Document>;

describe.each([
  ['3.2', 'none'],
  ['4.0', 'none'],
  ['4.3', 'none'],
  ['3.2', 'genie'],
])('openapi.json of release %s with COMPATIBILITY=%s', (API_RELEASE, COMPATIBILITY) => {
  let service: JobsService;
  let document: Document;
  /** The document, with objects that have no other fields than those described. */
  let strict: Document;
  let client: Client;
  const send = async (method: string, path: string, body?: unknown, search = '') => {
    const response = await fetch(`${service.url}${addressOf(path)}${search}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: AbortSignal.timeout(60_000),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (isStream) await response.body?.cancel();
    return { status: response.status, text: isStream ? '' : await response.text() };
  };
  const exampleOf = ({ requestBody }: Operation): unknown =>
    requestBody?.content['application/json']?.example;
  const bodyOf = (method: string, path: string): Schema =>
    document.paths[`/api/v3/${path}`]![method]!.requestBody!.content['application/json']!.schema;

  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api', API_RELEASE, COMPATIBILITY } });
    client = service.client;
    document = (await (await fetch(`${service.url}/api/v3/openapi.json`)).json()) as Document;
    strict = closed(document);
  });
  afterAll(() => service.stop());

  it('[V3-REL-6] has examples that fit their schemas, and requests of them that work', async () => {
    for (const { path, method, operation } of operationsOf(strict)) {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)];
      for (const [type, { schema, example }] of bodies.flatMap((one) => Object.entries(one?.content ?? {}))) {
        if (!JSON_TYPE.test(type) || example === undefined) continue;
        const fits = fitsSchema(example, schema, strict);
        expect([method, path, fits ? true : example]).toEqual([method, path, true]);
      }
    }
    for (const name of CREATED) {
      const path = `/api/v3/${name}`;
      const { post } = document.paths[path] ?? {};
      if (!post) continue;
      const { status, text } = await send('POST', path, exampleOf(post));
      expect([name, status < 300 ? 'done' : text]).toEqual([name, 'done']);
    }
  });

  it('[V3-REL-6] has exactly the addresses of the release, and takes the examples of all', async () => {
    const isGone = ({ method }: { method: string }): number => (method === 'DELETE' ? 1 : 0);
    for (const { path, method, operation } of operationsOf(document).sort((a, b) => isGone(a) - isGone(b))) {
      if (method === 'DELETE' && /\/(jobs|applications|clusters|commands)(\/\{id\})?$/.test(path)) continue;
      const example = exampleOf(operation);
      const { status, text } = await send(method, path, example);
      const isAbsent = status === 404 && text.includes('no such address');
      const isRefused = example !== undefined && status >= 400 && status !== 409;
      expect([method, path, isAbsent || isRefused ? text : 'taken']).toEqual([method, path, 'taken']);
    }
    for (const { path, method, operation } of operationsOf(await newest)) {
      if (document.paths[path]?.[method.toLowerCase()]) continue;
      const { status, text } = await send(method, path, exampleOf(operation));
      expect([method, path, status, text]).toEqual([method, path, 404, containing('no such address')]);
    }
  });

  it('[V3-REL-6] refuses the parameter of a rerun that it does not describe', async () => {
    const rerun = document.paths['/api/v3/jobs/{id}/rerun']?.post;
    const isDescribed = JSON.stringify(rerun?.parameters).includes('"failed"');
    const { status, body } = await client.call('POST', '/jobs/nowhere/rerun?failed=true');
    expect([status, body.message]).toEqual([
      isDescribed ? 404 : 400,
      containing(isDescribed ? 'nowhere' : 'unknown parameter failed'),
    ]);
  });

  it('[V3-REL-6] describes every field of the responses', async () => {
    for (const { path, method, operation } of operationsOf(strict)) {
      if (method !== 'GET' || path.includes('{path}') || path.endsWith('jobChanges')) continue;
      const { status, text } = await send(method, path);
      const [type, content] = Object.entries(operation.responses[status]?.content ?? {})[0] ?? [
        '',
        undefined,
      ];
      if (!content || !JSON_TYPE.test(type)) continue;
      const fits = fitsSchema(JSON.parse(text), content.schema, strict);
      expect([path, fits ? true : text]).toEqual([path, true]);
    }
  });

  it('[V3-REL-6] allows in a body what the service accepts', async () => {
    for (const [path, body] of BODIES) {
      const { status } = await client.call('POST', `/${path}`, body);
      // In the newest document, the fields that other releases limit differently have no limit.
      if (API_RELEASE === '4.3' && JSON.stringify(body).includes(OVERLONG)) continue;
      const fits = fitsSchema(body, bodyOf('post', path), document);
      expect([path, JSON.stringify(body).slice(0, 300), fits]).toEqual([
        path,
        JSON.stringify(body).slice(0, 300),
        status < 300,
      ]);
    }
  });

  it('[V3-REL-6] describes the parameters of searches', async () => {
    const all = (await newest).paths['/api/v3/jobs']!.get!.parameters!;
    const own = document.paths['/api/v3/jobs']!.get!.parameters!;
    for (const { name } of all.filter((one) => !['page', 'size', 'sort', 'status'].includes(one.name))) {
      const { status } = await send('GET', '/api/v3/jobs', undefined, `?${name}=1`);
      const isDescribed = own.some((one) => one.name === name);
      expect([name, status]).toEqual([name, isDescribed || COMPATIBILITY === 'genie' ? 200 : 400]);
    }
    for (const [name, value] of [
      ['status', 'ACCEPTED'],
      ['status', 'accepted'],
      ['status', 'init,RUNNING'],
      ['sort', 'banana'],
      ['sort', 'name,desc'],
    ] as const) {
      const { status } = await send('GET', '/api/v3/jobs', undefined, `?${name}=${value}`);
      const { schema } = own.find((one) => one.name === name)!;
      expect([value, status === 200]).toEqual([value, fitsSchema([value], schema, document)]);
    }
  });

  it('[V3-REL-6] compares no releases, and has no unused schemas', () => {
    const { info, ...rest } = document;
    const compared = textsOf(rest).filter((text) => /release \d|3\.2|4\.[03]/.test(text));
    const text = JSON.stringify(rest);
    const names = Object.keys((document.components as { schemas: Schema }).schemas);
    const unused = names.filter((name) => !text.includes(`"#/components/schemas/${name}"`));
    expect([compared.length > 0, unused]).toEqual([API_RELEASE === '4.3', []]);
    expect(JSON.stringify(info).includes(`Release ${API_RELEASE}.`)).toBe(API_RELEASE !== '4.3');
  });

  it('[V3-REL-6] [V3-COMPAT-7] has examples with the conventions of COMPATIBILITY', async () => {
    const exampleAt = (path: string): unknown =>
      Object.values(document.paths[path]!.get!.responses['200']!.content ?? {})[0]?.example;
    const shown = exampleAt('/api/v3/clusters') as Page;
    const { put } = document.paths['/api/v3/clusters/{id}']!;
    await client.call('PUT', '/clusters/prod-a', exampleOf(put!));
    const real = (await client.get<Page>('/clusters')).body;
    const isGenie = COMPATIBILITY === 'genie';
    expect([shown.page.size, real.page.size]).toEqual(isGenie ? [64, 64] : [1, 1]);
    for (const { _embedded } of [shown, real])
      expect(_embedded?.clusterList?.[0]?.tags).toEqual([
        'type:yarn',
        'sla:prod',
        'svc.id:prod-a',
        'svc.name:prod',
        ...(isGenie ? ['genie.id:prod-a', 'genie.name:prod'] : []),
      ]);
    if (!isGenie) return expect(document.paths).not.toHaveProperty('/admin/info');
    expect(exampleAt('/admin/info')).toEqual(await (await fetch(`${service.url}/admin/info`)).json());
  });
});

it('[V3-REL-6] replaces texts that the newest document has', async () => {
  const texts = textsOf(await newest);
  expect(TEXTS.map(([text]) => text).filter((text) => !texts.some((one) => one.includes(text)))).toEqual([]);
});
