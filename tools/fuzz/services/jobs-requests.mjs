/** Requests to job orchestration that the fuzz run makes itself: what other requests build on. */

export const API = '/api/v3';

/** What jobs run with. It is in no pool, so requests by chance reach it only when they delete everything. */
const SEEDS = {
  applications: {
    id: 'seed-app',
    name: 'seed',
    user: 'fuzz',
    version: '1',
    status: 'ACTIVE',
    tags: ['type:app'],
  },
  clusters: {
    id: 'seed-cluster',
    name: 'seed',
    user: 'fuzz',
    version: '1',
    status: 'UP',
    tags: ['type:seed'],
  },
  commands: {
    id: 'seed-command',
    name: 'seed',
    user: 'fuzz',
    version: '1',
    status: 'ACTIVE',
    executableAndArguments: ['sh'],
    checkDelay: 1000,
    tags: ['type:sh'],
    clusterCriteria: [{ tags: ['type:seed'] }],
  },
};

/** What requests by chance read and change. */
const TARGETS = {
  applications: { ...SEEDS.applications, id: 'target-app', tags: ['type:target'] },
  clusters: { ...SEEDS.clusters, id: 'target-cluster', tags: ['type:target'] },
  commands: { ...SEEDS.commands, id: 'target-command', tags: ['type:target'] },
};

export const job = (commandArgs, more = {}) => ({
  name: 'seed',
  user: 'fuzz',
  version: '1',
  clusterCriterias: [{ tags: ['type:seed'] }],
  commandCriteria: ['type:sh'],
  commandArgs,
  memory: 16,
  ...more,
});

export const json = (method, path, body, headers = {}) => ({
  method,
  path: `${API}${path}`,
  headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
  body: body === undefined ? undefined : JSON.stringify(body),
});

/** Makes what every other request needs; again and again without harm. @returns ids of the targets by kind */
export async function seed(client) {
  for (const resources of [SEEDS, TARGETS]) {
    for (const [kind, resource] of Object.entries(resources)) {
      const made = await client.send(json('POST', `/${kind}`, resource));
      if (made.status === 409) await client.send(json('PUT', `/${kind}/${resource.id}`, resource));
    }
  }
  return Object.entries(TARGETS).map(([kind, { id }]) => [kind, id]);
}

/** @returns the id of a new job */
export async function submitted(client, commandArgs) {
  const { headers } = await client.send(json('POST', '/jobs', job(commandArgs)));
  return headers.location?.split('/').at(-1);
}

/** @returns the id of a job that is over and has written something */
async function finished({ client, until }) {
  const id = await submitted(client, "-c 'echo some output'");
  await until(`job ${id} is over`, async () => {
    const { text } = await client.send(json('GET', `/jobs/${id}/status`));
    return JSON.parse(text).status === 'SUCCEEDED';
  });
  return id;
}

/** Reads a file of a job that is over. */
const reading = (headers) => async (facts) =>
  json('GET', `/jobs/${await finished(facts)}/output/stdout`, undefined, headers);

/** Deletes what a job runs with. */
const inUse =
  (resource) =>
  async ({ client }) => {
    await submitted(client, "-c 'sleep 5'");
    return json('DELETE', `/${resource}`);
  };

/** Deletes what nothing uses. */
const unused =
  (kind) =>
  async ({ client }) => {
    await client.send(json('POST', `/${kind}`, { ...TARGETS[kind], id: 'unused' }));
    return json('DELETE', `/${kind}/unused`);
  };

const existing = (kind) => () => json('POST', `/${kind}`, SEEDS[kind]);

const replacing = (kind) => () => json('PUT', `/${kind}/${TARGETS[kind].id}`, TARGETS[kind]);

/** A patch that asks for another name than the resource has. */
const notApplying = (kind) => () =>
  json('PATCH', `/${kind}/${TARGETS[kind].id}`, [{ op: 'test', path: '/name', value: 'another' }]);

/** How a status comes that asks for more than one good request: what leads to it is done, and the request is returned. */
export const WAYS = {
  [`POST ${API}/applications 409`]: existing('applications'),
  [`POST ${API}/clusters 409`]: existing('clusters'),
  [`POST ${API}/commands 409`]: existing('commands'),
  [`POST ${API}/commands/{id}/applications 204`]: async ({ client }) => {
    await client.send(json('DELETE', '/commands/seed-command/applications'));
    return json('POST', '/commands/seed-command/applications', ['seed-app']);
  },
  [`PUT ${API}/commands/{id}/applications 204`]: () =>
    json('PUT', '/commands/seed-command/applications', ['seed-app']),
  [`PUT ${API}/applications/{id} 204`]: replacing('applications'),
  [`PUT ${API}/clusters/{id} 204`]: replacing('clusters'),
  [`PUT ${API}/commands/{id} 204`]: replacing('commands'),
  [`PATCH ${API}/applications/{id} 409`]: notApplying('applications'),
  [`PATCH ${API}/clusters/{id} 409`]: notApplying('clusters'),
  [`PATCH ${API}/commands/{id} 409`]: notApplying('commands'),
  [`DELETE ${API}/applications/{id} 204`]: unused('applications'),
  [`DELETE ${API}/clusters/{id} 204`]: unused('clusters'),
  [`DELETE ${API}/commands/{id} 204`]: unused('commands'),
  [`DELETE ${API}/applications/{id} 409`]: async ({ client }) => {
    await client.send(json('PUT', '/commands/seed-command/applications', ['seed-app']));
    return json('DELETE', '/applications/seed-app');
  },
  [`DELETE ${API}/clusters/{id} 409`]: inUse('clusters/seed-cluster'),
  [`DELETE ${API}/commands/{id} 409`]: inUse('commands/seed-command'),
  [`DELETE ${API}/commands/{id}/applications/{applicationId} 204`]: async ({ client }) => {
    await client.send(json('PUT', '/commands/seed-command/applications', ['seed-app']));
    return json('DELETE', '/commands/seed-command/applications/seed-app');
  },
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
  [`GET ${API}/jobs/{id}/output 200`]: async (facts) => json('GET', `/jobs/${await finished(facts)}/output`),
  [`GET ${API}/jobs/{id}/output/{path} 200`]: reading({}),
  [`GET ${API}/jobs/{id}/output/{path} 206`]: reading({ range: 'bytes=0-1' }),
  [`GET ${API}/jobs/{id}/output/{path} 304`]: reading({ 'if-none-match': '*' }),
  [`GET ${API}/jobs/{id}/output/{path} 412`]: reading({ 'if-match': '"another"' }),
  [`GET ${API}/jobs/{id}/output/{path} 416`]: reading({ range: 'bytes=999999-' }),
};
