/** Requests to streaming control that the fuzz run sends itself, to prepare for other requests. */
import { parsed } from '../../lib/files.mjs';
import { HANDSHAKE, requestsTo } from '../client.mjs';

export const API = '/api/v1';
/** A cluster that is in no pool, so that random requests do not change it, and the clusters that they read and change. */
const OWN = 'seed-own';
export const TARGETS = ['target-one', 'target-two'];

export const stage = (instances) => ({
  numberOfInstances: instances,
  machineDefinition: { cpuCores: 0.1, memoryMB: 64, diskMB: 64, networkMbps: 8, numPorts: 1 },
  scalable: true,
  softConstraints: [],
  hardConstraints: [],
});

const definition = (name, artifact) => ({
  jobDefinition: {
    name,
    user: 'fuzz',
    jobJarFileLocation: artifact,
    version: '1',
    schedulingInfo: { stages: { 1: stage(1), 2: stage(1) } },
    slaMin: 0,
    slaMax: 0,
  },
});

const json = requestsTo(API);

/** Creates the prerequisites of all other requests; idempotent. */
export async function seed({ client, artifact }) {
  for (const name of [OWN, ...TARGETS]) {
    await client.send(json('POST', '/jobClusters', definition(name, artifact)));
    await client.send(json('POST', `/jobClusters/${name}/actions/enableCluster`, { name, user: 'fuzz' }));
  }
  await client.send(json('POST', '/agentClusters', ['default']));
}

const submission = (name) => ({ name, user: 'fuzz', jobSla: { durationType: 'Perpetual' } });

/** @returns the id of a new job */
export async function submitted(client, name) {
  const { text } = await client.send(json('POST', '/jobs', submission(name)));
  return jobIdIn(text);
}

/** Returns ids of the active jobs of a cluster, or of all active jobs. */
export async function activeJobs(client, name) {
  const path = name === undefined ? '/jobs' : `/jobClusters/${name}/jobs`;
  const { text } = await client.send(json('GET', `${path}?activeOnly=true&compact=true&pageSize=1000`));
  return (parsed(text)?.list ?? []).map(({ jobId }) => jobId);
}

/** Ends all other jobs, because a slot is needed. @returns the id of a job whose worker runs */
async function launched({ client, until }) {
  for (const id of await activeJobs(client)) await client.send(json('DELETE', `/jobs/${id}?user=fuzz`));
  const id = await submitted(client, OWN);
  await until(`job ${id} is launched`, async () => {
    const { text } = await client.send(json('GET', `/jobs/${id}`));
    return JSON.parse(text).jobMetadata.state === 'Launched';
  });
  return id;
}

const ofLaunched = (request) => async (facts) => request(await launched(facts));

/** Reads the output of a worker once it exists. */
const output = (range) => async (facts) => {
  const id = await launched(facts);
  // The worker of the second stage logs the worker that it reads from.
  const path = `/jobs/${id}/workers/2/output/stderr`;
  await facts.until(`job ${id} has written something`, async () => {
    const { status, text } = await facts.client.send(json('GET', path));
    return status === 200 && text.length > 1;
  });
  return json('GET', path, undefined, range);
};

const updateSla = (name) => () =>
  json('POST', `/jobClusters/${name}/actions/updateSla`, { name, user: 'fuzz', min: 0, max: 5 });

const NEWER = () => `v${Date.now()}`;
const schedulingInfo = { stages: { 1: stage(1), 2: stage(1) } };

/** Requests to legacy addresses: `/namedjob/enable`, `/jobs/kill`. */
const olderAt = (path, body) => ({ ...json('POST', '', body), path: `/api/${path}` });
const older = (action, body) => olderAt(`namedjob/${action}`, body);
const asked = (name, more = {}) => ({ name, user: 'fuzz', ...more });

/** Returns an address with the workers of a launched job. */
const discovery = (path) => {
  const request = { method: 'GET', path: path.replace('{clusterName}', OWN), headers: {} };
  return { [`GET ${path} 200`]: ofLaunched(() => request) };
};

const scaled = (id) =>
  json('POST', `/jobs/${id}/actions/scaleStage`, { JobId: id, User: 'fuzz', StageNumber: 1, NumWorkers: 2 });

/** Bodies of the legacy actions, without the cluster and the user. */
const OLDER_BODIES = {
  quickupdate: ({ artifact }) => ({ version: NEWER(), url: artifact, skipsubmit: true }),
  updateschedulinginfo: () => ({ version: NEWER(), schedulingInfo }),
  updatesla: () => ({ min: 0, max: 5 }),
  updatelabels: () => ({ labels: [] }),
  migratestrategy: () => ({ migrationConfig: { strategy: 'ONE_WORKER' } }),
  enable: () => ({}),
  disable: () => ({}),
};

/** Bodies of the legacy commands on jobs, without the job. */
const OLDER_COMMANDS = {
  kill: { user: 'fuzz' },
  scaleStage: { User: 'fuzz', StageNumber: 1, NumWorkers: 2 },
  resubmitWorker: { user: 'fuzz', workerNumber: 1 },
};

const olderCommand = (command, JobId) => olderAt(`jobs/${command}`, { JobId, ...OLDER_COMMANDS[command] });

const olderCommands = () =>
  Object.keys(OLDER_COMMANDS).flatMap((command) => [
    [`POST /api/jobs/${command} 200`, ofLaunched((id) => olderCommand(command, id))],
    [`POST /api/jobs/${command} 404`, () => olderCommand(command, 'nothing-1')],
  ]);

const olderActions = () =>
  Object.entries(OLDER_BODIES).flatMap(([action, body]) => [
    [
      `POST /api/namedjob/${action} 200`,
      async (facts) => {
        if (action === 'quickupdate') await submitted(facts.client, OWN);
        return older(action, asked(OWN, body(facts)));
      },
    ],
    [`POST /api/namedjob/${action} 404`, (facts) => older(action, asked('nothing', body(facts)))],
  ]);

const changed = (name, artifact) => {
  const { jobDefinition } = definition(name, artifact);
  return { jobDefinition: { ...jobDefinition, version: NEWER() } };
};

/** Addresses of websockets only: a handshake of an unknown version, and a request without a handshake. */
const sockets = () =>
  ['jobStatusStream', 'job/status', 'jobstatus'].flatMap((name) => {
    const path = `${API}/${name}/${OWN}-1`;
    const asked = (headers) => () => ({ method: 'GET', path, headers });
    return [
      [`GET ${API}/${name}/{jobId} 400`, asked({ ...HANDSHAKE, 'sec-websocket-version': '7' })],
      [`GET ${API}/${name}/{jobId} 404`, asked({})],
    ];
  });

/** Reads a job at the address of its cluster; random requests pair few jobs with their own. */
const jobOfCluster =
  (headers) =>
  async ({ client }) =>
    json('GET', `/jobClusters/${OWN}/jobs/${await submitted(client, OWN)}`, undefined, headers);

/** Resumes the stream of a job's events after the last one. */
const afterLastEvent = async ({ client, until }) => {
  const id = await submitted(client, OWN);
  await client.send(json('DELETE', `/jobs/${id}?user=fuzz`));
  const path = `/jobs/${id}/events`;
  let count = 0;
  await until(`job ${id} is over`, async () => {
    const { list } = JSON.parse((await client.send(json('GET', path))).text);
    count = list.length;
    return list.at(-1).message.endsWith('all processes have ended');
  });
  return json('GET', path, undefined, { accept: 'text/event-stream', 'last-event-id': String(count) });
};

/** Preparations for statuses: each prepares, and returns the request or requests. */
export const WAYS = {
  ...Object.fromEntries([...olderActions(), ...olderCommands(), ...sockets()]),
  'POST /api/jobs/scaleStage 409': async ({ client }) =>
    olderCommand('scaleStage', await submitted(client, OWN)),
  'POST /api/submit 404': () => olderAt('submit', submission('nothing')),
  'POST /api/namedjob/create 200': ({ artifact }) =>
    older('create', definition(`older-${Date.now()}`, artifact)),
  'POST /api/namedjob/create 409': ({ artifact }) => older('create', definition(OWN, artifact)),
  'POST /api/namedjob/update 200': ({ artifact }) => older('update', changed(OWN, artifact)),
  'POST /api/namedjob/update 404': ({ artifact }) => older('update', changed('nothing', artifact)),
  'POST /api/namedjob/delete 200': async ({ client, artifact }) => {
    await client.send(json('POST', '/jobClusters', definition('short-lived', artifact)));
    return older('delete', asked('short-lived'));
  },
  'POST /api/namedjob/delete 404': () => older('delete', asked('nothing')),
  ...discovery(`${API}/jobClusters/{clusterName}/latestJobDiscoveryInfo`),
  ...discovery(`${API}/jobClusters/discoveryInfo/{clusterName}`),
  ...discovery('/jobClusters/discoveryInfo/{clusterName}'),
  [`POST ${API}/jobClusters/{clusterName}/actions/updateSchedulingInfo 204`]: () => {
    const body = asked(OWN, { version: NEWER(), schedulingInfo });
    return json('POST', `/jobClusters/${OWN}/actions/updateSchedulingInfo`, body);
  },
  [`POST ${API}/jobClusters 409`]: ({ artifact }) => json('POST', '/jobClusters', definition(OWN, artifact)),
  [`PUT ${API}/jobClusters/{clusterName} 200`]: ({ artifact }) =>
    json('PUT', `/jobClusters/${OWN}`, changed(OWN, artifact)),
  [`DELETE ${API}/jobClusters/{clusterName} 202`]: async ({ client, artifact }) => {
    await client.send(json('POST', '/jobClusters', definition('short-lived', artifact)));
    return json('DELETE', '/jobClusters/short-lived?user=fuzz');
  },
  [`POST ${API}/jobClusters/{clusterName}/actions/updateArtifact 204`]: async ({ client, artifact }) => {
    await submitted(client, OWN);
    const version = `v${Date.now()}`;
    const body = { name: OWN, user: 'fuzz', url: artifact, version, skipsubmit: true };
    return json('POST', `/jobClusters/${OWN}/actions/updateArtifact`, body);
  },
  [`POST ${API}/jobClusters/{clusterName}/actions/updateSla 204`]: updateSla(OWN),
  [`POST ${API}/jobClusters/{clusterName}/actions/updateSla 404`]: updateSla('nothing'),
  [`POST ${API}/jobs 404`]: () => json('POST', '/jobs', submission('nothing')),
  [`POST ${API}/jobClusters/{clusterName}/jobs 404`]: () =>
    json('POST', '/jobClusters/nothing/jobs', submission('nothing')),
  [`POST ${API}/jobs/actions/quickSubmit 404`]: () =>
    json('POST', '/jobs/actions/quickSubmit', { name: 'nothing', user: 'fuzz' }),
  [`POST ${API}/jobsubmitandconnect 404`]: () => json('POST', '/jobsubmitandconnect', submission('nothing')),
  [`GET ${API}/jobClusters/{clusterName}/jobs/{jobId} 200`]: jobOfCluster({}),
  [`GET ${API}/jobClusters/{clusterName}/jobs/{jobId} 304`]: jobOfCluster({ 'if-none-match': '*' }),
  [`DELETE ${API}/jobs/{jobId} 202`]: async ({ client }) =>
    json('DELETE', `/jobs/${await submitted(client, OWN)}?user=fuzz`),
  [`POST ${API}/jobs/{jobId}/actions/scaleStage 204`]: ofLaunched(scaled),
  [`POST ${API}/jobs/{jobId}/actions/scaleStage 409`]: async ({ client }) =>
    scaled(await submitted(client, OWN)),
  [`POST ${API}/jobs/{jobId}/actions/resubmitWorker 204`]: ofLaunched((id) =>
    json('POST', `/jobs/${id}/actions/resubmitWorker`, { JobId: id, user: 'fuzz', workerNumber: 1 }),
  ),
  [`GET ${API}/jobs/{jobId}/events 204`]: afterLastEvent,
  [`GET ${API}/jobs/{jobId}/archivedWorkers 404`]: () => json('GET', `/jobs/${OWN}-99999/archivedWorkers`),
  [`GET ${API}/jobs/{jobId}/workers/{workerNumber}/output/{file} 200`]: output({}),
  [`GET ${API}/jobs/{jobId}/workers/{workerNumber}/output/{file} 206`]: output({ range: 'bytes=0-1' }),
  [`GET ${API}/jobs/{jobId}/workers/{workerNumber}/output/{file} 416`]: output({ range: 'bytes=99999999-' }),
};

/** Returns the id in the response to a submission, which is the id itself or the job. */
export function jobIdIn(text) {
  const found = parsed(text);
  return typeof found === 'string' ? found : (found?.jobId ?? found?.jobMetadata?.jobId ?? text.trim());
}
