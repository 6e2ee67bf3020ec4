/** Requests to job orchestration that the fuzz run sends itself, to prepare for other requests. */

import { setTimeout as delay } from 'node:timers/promises';
import { requestsTo } from '../client.mjs';

export const API = '/api/v3';

/** Resources of jobs. They are in no pool, so random requests reach them only by deleting everything. */
const COMMON = { name: 'seed', user: 'fuzz', version: '1' };
const SEEDS = {
  applications: { ...COMMON, id: 'seed-app', status: 'ACTIVE', tags: ['type:app'] },
  clusters: { ...COMMON, id: 'seed-cluster', status: 'UP', tags: ['type:seed'] },
  commands: {
    ...COMMON,
    id: 'seed-command',
    status: 'ACTIVE',
    executableAndArguments: ['sh'],
    checkDelay: 1000,
    tags: ['type:sh'],
    clusterCriteria: [{ tags: ['type:seed'] }],
  },
};

const targetOf = (seed) => ({ ...seed, id: seed.id.replace('seed', 'target'), tags: ['type:target'] });
const TARGETS = Object.fromEntries(Object.entries(SEEDS).map(([kind, seed]) => [kind, targetOf(seed)]));

/** The body of a submission. */
const job = (commandArgs, more = {}) => ({
  ...COMMON,
  clusterCriterias: [{ tags: ['type:seed'] }],
  commandCriteria: ['type:sh'],
  commandArgs,
  memory: 16,
  ...more,
});

export const json = requestsTo(API);

/** Creates the prerequisites of all other requests; idempotent. @returns ids of the targets by kind */
export async function seed(client) {
  for (const resources of [SEEDS, TARGETS])
    for (const [kind, resource] of Object.entries(resources)) {
      const made = await client.send(json('POST', `/${kind}`, resource));
      if (made.status === 409) await client.send(json('PUT', `/${kind}/${resource.id}`, resource));
    }
  return Object.entries(TARGETS).map(([kind, { id }]) => [kind, id]);
}

/** @returns the id of a new job */
export async function submitted(client, commandArgs, more) {
  const { headers } = await client.send(json('POST', '/jobs', job(commandArgs, more)));
  return headers.location?.split('/').at(-1);
}

async function finished({ client, until }) {
  const id = await submitted(client, "-c 'echo some output'");
  await until(`job ${id} is over`, async () => {
    const { text } = await client.send(json('GET', `/jobs/${id}/status`));
    return JSON.parse(text).status === 'SUCCEEDED';
  });
  return id;
}

/** Ways to the answers of an output address; `place` leads to it from the job's address. */
const waysOfOutput = (place) => {
  const at = (rest, headers) => async (facts) =>
    json('GET', `/jobs/${await finished(facts)}${place('1')}/output${rest}`, undefined, headers);
  const operation = `GET ${API}/jobs/{id}${place('{attempt}')}/output`;
  return {
    [`${operation} 200`]: at(''),
    [`${operation}/{path} 200`]: at('/stdout'),
    [`${operation}/{path} 206`]: at('/stdout', { range: 'bytes=0-1' }),
    [`${operation}/{path} 304`]: at('/stdout', { 'if-none-match': '*' }),
    [`${operation}/{path} 412`]: at('/stdout', { 'if-match': '"another"' }),
    [`${operation}/{path} 416`]: at('/stdout', { range: 'bytes=999999-' }),
  };
};

/** Deletes the resources of a job. */
const inUse =
  (resource) =>
  async ({ client }) => {
    await submitted(client, "-c 'sleep 5'");
    return json('DELETE', `/${resource}`);
  };

/** Preparations common to all kinds of resources: an existing one, a replaced one, a patch that does not apply, an unused one. */
const waysOf = (kind) => {
  const target = `/${kind}/${TARGETS[kind].id}`;
  return {
    [`POST ${API}/${kind} 409`]: () => json('POST', `/${kind}`, SEEDS[kind]),
    [`PUT ${API}/${kind}/{id} 204`]: () => json('PUT', target, TARGETS[kind]),
    [`PATCH ${API}/${kind}/{id} 409`]: () =>
      json('PATCH', target, [{ op: 'test', path: '/name', value: 'another' }]),
    [`DELETE ${API}/${kind}/{id} 204`]: async ({ client }) => {
      await client.send(json('POST', `/${kind}`, { ...TARGETS[kind], id: 'unused' }));
      return json('DELETE', `/${kind}/unused`);
    },
  };
};

const LINKS = '/commands/seed-command/applications';
const linked = () => json('PUT', LINKS, ['seed-app']);
const deletingLinked =
  (path) =>
  async ({ client }) => {
    await client.send(linked());
    return json('DELETE', path);
  };

/** All applications are deleted only while no command is linked to one; random requests leave many links. */
const withoutLinks = async ({ client }) => {
  for (let page = 0; ; page++) {
    const { text } = await client.send(json('GET', `/commands?sort=created,id,asc&size=100&page=${page}`));
    const commands = JSON.parse(text)._embedded?.commandList ?? [];
    for (const { id } of commands)
      await client.send(json('DELETE', `/commands/${encodeURIComponent(id)}/applications`));
    if (commands.length === 0) return json('DELETE', '/applications');
  }
};

/** Preparations for statuses: each prepares, and returns the request or requests. */
export const WAYS = {
  ...Object.assign({}, ...Object.keys(SEEDS).map(waysOf)),
  [`POST ${API}/commands/{id}/applications 204`]: async ({ client }) => {
    await client.send(json('DELETE', LINKS));
    return json('POST', LINKS, ['seed-app']);
  },
  [`PUT ${API}/commands/{id}/applications 204`]: linked,
  [`DELETE ${API}/applications 204`]: withoutLinks,
  [`DELETE ${API}/applications/{id} 409`]: deletingLinked('/applications/seed-app'),
  [`DELETE ${API}/clusters/{id} 409`]: inUse('clusters/seed-cluster'),
  [`DELETE ${API}/commands/{id} 409`]: inUse('commands/seed-command'),
  [`DELETE ${API}/commands/{id}/applications/{applicationId} 204`]: deletingLinked(`${LINKS}/seed-app`),
  [`DELETE ${API}/commands/{id}/clusterCriteria/{priority} 200`]: () =>
    json('DELETE', '/commands/target-command/clusterCriteria/0'),
  [`DELETE ${API}/commands/{id}/clusterCriteria/{priority} 412`]: () =>
    json('DELETE', '/commands/target-command/clusterCriteria/-1'),
  [`POST ${API}/jobs 202`]: () => json('POST', '/jobs', job('-c true')),
  [`POST ${API}/jobs 404`]: () => json('POST', '/jobs', job('-c true', { applications: ['nothing'] })),
  [`POST ${API}/jobs 409`]: () => {
    const twice = json('POST', '/jobs', job('-c true', { id: `twice-${Date.now()}` }));
    return [twice, twice];
  },
  [`POST ${API}/jobs/{id}/rerun 202`]: async ({ client }) =>
    json('POST', `/jobs/${await submitted(client, '-c true')}/rerun`),
  [`POST ${API}/jobs/{id}/rerun 412`]: async ({ client }) => {
    const id = await submitted(client, '-c true');
    await client.send(json('PUT', '/clusters/seed-cluster', { ...SEEDS.clusters, status: 'OUT_OF_SERVICE' }));
    return json('POST', `/jobs/${id}/rerun`);
  },
  [`GET ${API}/jobs/{id}/status 204`]: async (facts) => {
    const id = await finished(facts);
    const after = (event) =>
      json('GET', `/jobs/${id}/status`, undefined, {
        accept: 'text/event-stream',
        'last-event-id': String(event),
      });
    return Array.from({ length: 10 }, (_, event) => after(event + 1));
  },
  [`GET ${API}/jobs/{id}/array 200`]: async ({ client }) =>
    json('GET', `/jobs/${await submitted(client, '-c true', { array: { size: 2 } })}/array`),
  ...waysOfOutput(() => ''),
  ...waysOfOutput((attempt) => `/attempts/${attempt}`),
};

const { name, user, version, ...request } = job('-c true');

const withName = (given) => ({ name, version, ...given });

const schedule = (more) => ({ name, user, version, cron: '0 0 29 2 *', request: withName(request), ...more });

const TARGET = 'target-schedule';

/** Makes the schedule that other requests read and change; again and again without harm. @returns its id */
export async function seedSchedule(client) {
  const made = await client.send(json('POST', '/schedules', schedule({ id: TARGET })));
  if (made.status === 409) await client.send(json('PUT', `/schedules/${TARGET}`, schedule()));
  return TARGET;
}

/** @returns the address of a new schedule */
async function made(client, more) {
  const { headers } = await client.send(json('POST', '/schedules', schedule(more)));
  return `/schedules/${headers.location?.split('/').at(-1)}`;
}

const acting =
  (action, body) =>
  async ({ client }) =>
    json('POST', `${await made(client)}/actions/${action}`, body);

const ACTIONS = `${API}/schedules/{id}/actions`;

export const SCHEDULE_WAYS = {
  [`POST ${API}/schedules 409`]: () => {
    const twice = json('POST', '/schedules', schedule({ id: `twice-${Date.now()}` }));
    return [twice, twice];
  },
  [`PUT ${API}/schedules/{id} 204`]: async ({ client }) => json('PUT', await made(client), schedule()),
  [`PATCH ${API}/schedules/{id} 409`]: async ({ client }) =>
    json('PATCH', await made(client), [{ op: 'test', path: '/name', value: 'another' }]),
  [`DELETE ${API}/schedules/{id} 204`]: async ({ client }) => json('DELETE', await made(client)),
  [`POST ${ACTIONS}/trigger 202`]: acting('trigger'),
  [`POST ${ACTIONS}/trigger 409`]: async ({ client }) => {
    const busy = await made(client, { request: withName({ ...request, commandArgs: "-c 'sleep 5'" }) });
    const again = json('POST', `${busy}/actions/trigger`);
    await client.send(again);
    // Within one second it would be the same fire.
    await delay(1000);
    return again;
  },
  [`POST ${ACTIONS}/trigger 412`]: async ({ client }) => {
    const hopeless = withName({ ...request, clusterCriterias: [{ tags: ['type:nothing'] }] });
    return json('POST', `${await made(client, { request: hopeless })}/actions/trigger`);
  },
  [`POST ${ACTIONS}/backfill 202`]: acting('backfill', {
    from: '2024-02-01T00:00:00Z',
    to: '2024-03-01T00:00:00Z',
  }),
};
