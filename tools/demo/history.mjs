/** The third part of the demo: the state of resources at any moment. */
import { isDeepStrictEqual } from 'node:util';
import { call, chapter, check, portolan, send, tell, until } from './transcript.mjs';

const COLLECTIONS = ['view/instances', 'cloud/autoScalingGroups', 'cloud/addresses', 'view/simpleQueues'];

/** Finds a document with several revisions. @returns its id and the revisions, newest first */
async function withHistory(api, collection) {
  const { json } = await send('GET', `${api}/${collection};_since=0`);
  for (const id of json) {
    const revisions = await send('GET', `${api}/${collection}/${encodeURIComponent(id)};_all;_meta`);
    if (revisions.json.length > 1) return { id, revisions: revisions.json };
  }
  return { id: undefined, revisions: [] };
}

async function recordedCloud(urls, api) {
  tell('A recorded cloud: several days of instances, groups, addresses and queues.');
  portolan(urls, 'history', 'list');
  for (const collection of COLLECTIONS) {
    const { json } = await call('GET', `${api}/${collection}`, 200);
    check(`${collection} lists its ids`, typeof json[0] === 'string', json);
  }
  const { id, revisions } = await withHistory(api, 'view/instances');
  check('an instance has changed over these days', id !== undefined);
  const address = `view/instances/${id}`;
  const one = `${api}/${address}`;
  const [newest, before] = revisions;
  tell('How it looked at an earlier moment, as the command and as curl show it.');
  const then = new Date(before.stime).toISOString();
  portolan(urls, 'history', 'get', address, '--at', then, '--fields', 'instanceId,state:(name)');
  const earlier = await call('GET', `${one};_at=${before.stime}`, 200);
  check('that is the earlier revision', isDeepStrictEqual(earlier.json, before.data), earlier.json);
  tell('Every revision, with its times.');
  const all = await call('GET', `${one};_all;_meta:(stime,ltime)`, 200);
  check('newest first', all.json.length === revisions.length && all.json[0].stime === newest.stime, all.json);
  tell('What changed, as a unified diff.');
  portolan(urls, 'history', 'diff', address, '--lines', '0');
  const diff = await call('GET', `${one};_all;_diff=1`, 200);
  check('a diff between two addresses', /^--- .*\n\+\+\+ .*\n@@ /.test(diff.text), diff.text);
  tell('Selecting by a field, and only some fields of the answer.');
  const fields = ['--fields', 'instanceId,state:(name)'];
  portolan(urls, 'history', 'list', 'view/instances', '--where', 'state.name=running', ...fields);
  const selected = `${api}/view/instances;state.name=running;_expand:(instanceId,state:(name))`;
  const { json: running } = await call('GET', selected, 200);
  const states = new Set(running.map(({ state }) => state.name));
  check('only running ones', states.size === 1 && states.has('running'), running);
}

async function ownRegistries(urls, api, clusterId, jobCluster) {
  tell('The registries of the other two services have a history too.');
  const limits = { limitMs: 90_000, everyMs: 500 };
  const address = `${api}/svc/clusters/${clusterId}`;
  const isThere = ({ status }) => status === 200;
  await until('the cluster of the first part was crawled', address, isThere, limits);
  await until('so was the job cluster', `${api}/svc/jobClusters/${jobCluster}`, isThere, limits);
  tell('An operator takes the cluster out of service …');
  const patch = [{ op: 'replace', path: '/status', value: 'OUT_OF_SERVICE' }];
  await call('PATCH', `${urls.jobs}/api/v3/clusters/${clusterId}`, 204, { body: patch });
  tell('… and the history tells when and what.');
  await until('the change was seen', address, (answer) => answer.json?.status === 'OUT_OF_SERVICE', limits);
  portolan(urls, 'history', 'diff', `svc/clusters/${clusterId}`, '--lines', '0');
  const { text } = await call('GET', `${address};_all;_diff=0`, 200);
  const [before, after] = [/^-.*"UP"/m, /^\+.*"OUT_OF_SERVICE"/m];
  check('the diff shows the old and the new status', before.test(text) && after.test(text), text);
}

export async function historyDemo(urls, { clusterId, jobCluster }) {
  chapter('The history of a cloud (history query, /api/v2)');
  const api = `${urls.history}/api/v2`;
  await recordedCloud(urls, api);
  await ownRegistries(urls, api, clusterId, jobCluster);
}
