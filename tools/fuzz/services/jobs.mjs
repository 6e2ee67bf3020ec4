/** The profile of job orchestration: valid values, references between resources, and preparations for rare responses. */

import { forAll, weighted } from '../arbitraries.mjs';
import { API, WAYS, json, seed, submitted, SCHEDULE_WAYS, seedSchedule } from './jobs-requests.mjs';

const TAGS = ['t:a', 't:b', 'type:shell', 'type:bash'];
const FILES = ['stdout', 'stderr', 'run', 'cluster', 'nothing', 'a/b'];

const KINDS = ['applications', 'clusters', 'commands'];

/** The operations on each kind of resource, and those that set links. */
const addressed = (verb, rest = '') => KINDS.map((kind) => `${verb} ${API}/${kind}${rest}`);
const linkingTo = (path) => ['POST', 'PUT'].map((verb) => `${verb} ${API}/${path}`);

function kindOf(name, { path }) {
  if (name === 'id') return /^\/api\/v3\/(\w+)\/\{id\}/.exec(path)?.[1];
  return { applicationId: 'applications', commandId: 'commands' }[name];
}

export const jobs = {
  key: 'jobs',
  services: ['jobs'],
  settings: { NODE_SLOTS: '4', JOB_KILL_GRACE_MS: '200', NODE_STOP_LIMIT_MS: '5000' },

  values: (fc, arbitraries) => {
    const tags = fc.subarray(TAGS);
    const criterion = tags.map((one) => ({ tags: one }));
    const word = fc.stringMatching(/^[A-Za-z][\w-]{0,11}$/);
    const usual = (good, other) => weighted(fc, [5, fc.constant(good)], [1, other]);
    const ids = (kind) => fc.array(arbitraries.reference(kind), { maxLength: 2 });
    const rarely = (value) => weighted(fc, [9, fc.constant(null)], [1, value]);
    const files = fc.subarray(['file:///etc/hostname', 'http://127.0.0.1:9/file']);
    const time = fc.constantFrom('2026-01-01T00:00:00Z', '20260101T010000+0100', 1_767_225_600_000);
    const change = fc.constantFrom(
      [{ op: 'replace', path: '/description', value: 'changed' }],
      [{ op: 'add', path: '/tags/-', value: 't:c' }],
      [{ op: 'test', path: '/name', value: 'x' }],
      [{ op: 'remove', path: '/nothing' }],
      [{ op: 'replace', path: '/status', value: 'UP' }],
      [{ op: 'move', from: '/name', path: '/version' }],
      [],
    );
    return {
      tags,
      ...forAll(['dependencies', 'configs'], rarely(files)),
      setupFile: rarely(fc.constant('file:///etc/hostname')),
      executable: fc.constantFrom('true', 'echo', 'false'),
      executableAndArguments: fc.constantFrom(['true'], ['echo', 'a b'], ['false']),
      commandArgs: fc.constantFrom('-c true', "-c 'echo fuzz'", '-c "exit 3"', "-c 'sleep 2'", null),
      commandArguments: fc.constant(null),
      clusterCriterias: usual([{ tags: ['type:seed'] }], fc.array(criterion, { maxLength: 2 })),
      commandCriteria: usual(['type:sh'], tags),
      'JobSubmission.applications': fc.oneof(fc.constant(null), ids('applications')),
      'JobSubmission.user': fc.constantFrom('fuzz', 'other', 'third'),
      'JobSubmission.secrets': rarely(fc.constant([{ name: 'A', ref: 'file:none' }])),
      'JobSubmission.webhook': rarely(fc.constant({ url: 'http://127.0.0.1:9/x', secret: 's' })),
      'JobSubmission.cpu': fc.constantFrom(null, 1),
      'JobSubmission.runtime': rarely(fc.constant({ resources: { cpu: 1, memoryMb: 1 } })),
      'JobSubmission.id': rarely(word),
      dependsOn: rarely(ids('jobs').map((given) => given.map((id) => ({ id })))),
      retry: rarely(fc.constant({ limit: 1, on: ['exit'], delaySeconds: 0 })),
      array: rarely(fc.constantFrom({ size: 2 }, { size: 9, indexes: '1,7-8', maxRunning: 1 })),
      'ScheduledJobRequest.id': fc.constant(null),
      'ScheduledJobRequest.user': fc.constant(null),
      'ScheduledJobRequest.dependsOn': fc.constant(null),
      'ScheduleRequest.id': rarely(word),
      cron: fc.constantFrom('30 4 * * MON-FRI', '*/20 * * * *', '0 0 12 ? 2 6#5', '0 0 29 2 *'),
      timeZone: fc.constantFrom(null, 'UTC', 'Europe/Berlin', 'Australia/Lord_Howe'),
      start: rarely(time),
      end: fc.constant(null),
      ...forAll(['from', '?from'], time),
      ...forAll(['to', '?to'], fc.constantFrom('2026-01-02T00:00:00Z', 1_767_400_000_000)),
      '?offset': fc.constantFrom(0, 3, 99),
      '?tail': fc.constantFrom(0, 1, 10),
      memory: fc.constantFrom(null, 16, 64),
      timeout: fc.constantFrom(null, 1, 60),
      email: rarely(fc.constant('fuzz@example.org')),
      '?size': fc.constantFrom(1, 5, 50),
      '?page': fc.constantFrom(0, 1, 3),
      '?sort': fc.constantFrom('name', 'created,desc', 'updated,asc', 'user', 'id'),
      '?status': fc.constantFrom('UP', 'ACTIVE', 'RUNNING', 'SUCCEEDED', 'KILLED'),
      '?tag': fc.constantFrom(...TAGS),
      '?name': fc.constantFrom('seed', '%se%', 'nobody'),
      '?id': fc.constantFrom('%a%', 'seed-app'),
      '?addDefaultStatus': fc.constantFrom('true', 'false'),
      ...forAll(
        ['Started', 'Finished', 'UpdateTime'].flatMap((name) => [`?min${name}`, `?max${name}`]),
        fc.integer({ min: 0, max: 2_000_000_000_000 }),
      ),
      ...forAll([...addressed('PATCH', '/{id}'), `PATCH ${API}/schedules/{id}`], change),
      ...forAll(linkingTo('commands/{id}/applications'), ids('applications')),
      ...forAll(linkingTo('clusters/{id}/commands'), ids('commands')),
    };
  },

  path: (name, operation, { fc, arbitraries }) => {
    const kind = kindOf(name, operation);
    if (kind) return arbitraries.reference(kind);
    return {
      tag: fc.constantFrom(...TAGS),
      action: weighted(fc, [6, fc.constant('uncordon')], [1, fc.constantFrom('cordon', 'drain')]),
      path: fc.constantFrom(...FILES),
      priority: fc.constantFrom(0, 0, 1, 5),
      attempt: fc.constantFrom(1, 1, 1, 2),
    }[name];
  },

  headers: ({ path }, fc) => {
    if (path.includes('/output'))
      return fc.constantFrom(
        ...[{}, { range: 'bytes=0-1' }, { range: 'bytes=999999-' }],
        ...[{ 'if-match': '"x"' }, { 'if-none-match': '*' }, { accept: 'text/html' }],
      );
    if (path.endsWith('/status')) return fc.constantFrom({}, { accept: 'text/event-stream' });
    return fc.constant({});
  },

  adjust: ({ path }, template) =>
    path.endsWith('/output/{path}') ? { ...template, rawPath: true } : template,

  /** Answers of this form last as long as their job. */
  isFollowing: ({ path }) => path.includes('follow=true'),

  ways: { ...WAYS, ...SCHEDULE_WAYS },

  /** Relative frequency of operations, 1 by default. Operations that delete everything must be rare. */
  weights: {
    ...forAll(addressed('DELETE'), 0.02),
    [`DELETE ${API}/jobs`]: 0.1,
    ...forAll(addressed('DELETE', '/{id}'), 0.3),
    ...forAll(addressed('POST'), 2),
    ...forAll([...addressed('PATCH', '/{id}'), `PATCH ${API}/schedules/{id}`], 2),
    [`POST ${API}/nodes/{id}/actions/{action}`]: 0.2,
  },

  async setup({ client, pools }) {
    for (const [kind, id] of await seed(client)) pools.add(kind, id);
    pools.add('schedules', await seedSchedule(client));
    const { text } = await client.send(json('GET', '/nodes'));
    for (const { id } of JSON.parse(text)._embedded.nodeList) pools.add('nodes', id);
    for (const args of ["-c 'echo one; echo two >&2'", '-c "exit 7"', '-c true'])
      pools.add('jobs', await submitted(client, args));
  },

  /** Restores deleted or disabled objects every few hundred requests. */
  async refresh({ client, pools }) {
    await seed(client);
    await seedSchedule(client);
    const node = pools.take({ pool: 'nodes', pick: 0 });
    if (node) await client.send(json('POST', `/nodes/${encodeURIComponent(node)}/actions/uncordon`));
  },

  learn(operation, request, { status, headers }, pools) {
    const [, kind] = /^\/api\/v3\/(\w+)/.exec(operation.path) ?? [];
    if (request.method === 'POST' && (status === 201 || status === 202) && headers.location)
      pools.add(kind, decodeURIComponent(headers.location.split('/').at(-1)));
    const isDeleted = request.method === 'DELETE' && status < 300 && kind !== 'jobs';
    if (isDeleted && operation.path === `${API}/${kind}/{id}`) pools.remove(kind, request.values.id);
  },
};
