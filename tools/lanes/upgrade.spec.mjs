/**
 * The previous release and this one on the same databases, queues and nodes: running work continues while replicas are exchanged
 * one by one, in both directions.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { serveExample } from '../lib/examples.mjs';
import { waitFor } from '../lib/network.mjs';
import { previousRelease } from '../lib/releases.mjs';
import { breakingChanges } from '../lib/schema-changes.mjs';
import { ROOT, SERVICES } from '../lib/settings.mjs';
import { UpgradeSystem } from '../upgrade/system.mjs';

/** Time limit of each step, ms, generous for a loaded machine. */
const STEP_LIMIT_MS = 180_000;
const CONTROL = 'api,controller';
const HISTORY = 'api,collector';
const STREAM = 'visits';

/** Migrations of a service must not remove columns that the previous release reads (docs/releases.md). */
function contractedBy(app) {
  const file = join(ROOT, 'apps', app, 'migrations', 'contracted.json');
  if (!existsSync(file)) return [];
  const { unread, since } = JSON.parse(readFileSync(file, 'utf8'));
  // Throws when the previous release is older than the one that stopped reading the column.
  execFileSync('git', ['merge-base', '--is-ancestor', since, previousRelease()], { cwd: ROOT });
  return unread;
}

const quickly = { machineDefinition: { cpuCores: 0.1, memoryMB: 96 }, numberOfInstances: 1 };

describe('an upgrade from the release before', () => {
  /** @type {UpgradeSystem} */ let system;
  const replicas = {};
  let folder;
  let streamJob;
  /** Replicas of the previous release after the way back. */
  let back = [];

  const call = async (key, method, path, body) => {
    const response = await fetch(`${system.url(key)}${path}`, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    const isJson = response.headers.get('content-type')?.includes('json');
    return { headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
  };
  const get = async (key, path) => (await call(key, 'GET', path)).body;
  const until = async (what, probe) => {
    const seen = await waitFor(() => Promise.resolve(probe()).catch(() => false), {
      timeoutMs: STEP_LIMIT_MS,
    });
    assert.ok(seen, `not in time: ${what}`);
    return seen;
  };

  /** Submits a batch job that records each run, and with `hold` waits for a release. */
  async function submit(id, hold = false, change = {}) {
    await call('jobs', 'POST', '/api/v3/jobs', { id, ...jobOf(id, hold), ...change });
  }
  /** The request of such a job. */
  function jobOf(id, hold = false) {
    const wait = hold ? `until [ -e ${join(folder, `${id}.go`)} ]; do sleep 0.1; done; ` : '';
    const script = `echo run >> ${join(folder, `${id}.runs`)}; ${wait}echo ${id} is done`;
    return {
      name: id,
      user: 'ann',
      version: '1',
      commandArgs: `'${script}'`,
      clusterCriterias: [{ tags: ['upgrade'] }],
      commandCriteria: ['upgrade'],
      memory: 16,
    };
  }
  const statusOf = async (id) => (await get('jobs', `/api/v3/jobs/${id}/status`)).status;
  const runsOf = (id) => {
    const file = join(folder, `${id}.runs`);
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  };
  async function succeeds(id, runs = 1) {
    await until(`${id} is over`, async () => ['SUCCEEDED', 'FAILED', 'KILLED'].includes(await statusOf(id)));
    const { statusMsg } = await get('jobs', `/api/v3/jobs/${id}`);
    assert.deepEqual([await statusOf(id), runsOf(id)], ['SUCCEEDED', runs], statusMsg);
    if (runs > 1) return;
    assert.match(await get('jobs', `/api/v3/jobs/${id}/output/stdout`), new RegExp(`${id} is done`));
  }
  /** Only nodes of this release take launches from now on. */
  async function openNodes(release) {
    const { nodeList } = (await get('jobs', '/api/v3/nodes'))._embedded;
    for (const { id, url, state } of nodeList.filter((node) => node.state !== 'LOST')) {
      const action = url === replicas[`${release}-node`].url ? 'uncordon' : 'cordon';
      if ((action === 'cordon') === (state === 'ACTIVE'))
        await call('jobs', 'POST', `/api/v3/nodes/${id}/actions/${action}`);
    }
  }

  /** Numbers of the running workers. */
  const workers = async () => {
    const { workerMetadataList } = await get('streams', `/api/v1/jobs/${streamJob}`);
    return workerMetadataList.filter(({ state }) => state === 'Started').map((one) => one.workerNumber);
  };
  /** The stream of the job has an event for a new client. */
  async function streams() {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), STEP_LIMIT_MS);
    const response = await fetch(`${system.url('streams')}/api/v1/jobConnectbyid/${streamJob}`, {
      signal: ending.signal,
    });
    assert.equal(response.status, 200);
    for await (const chunk of response.body) {
      if (Buffer.from(chunk).toString().includes('data:')) break;
    }
    clearTimeout(timer);
    ending.abort();
  }
  /** A newly registered cluster is crawled by either release. */
  async function crawls(id) {
    await call('jobs', 'POST', '/api/v3/clusters', {
      id,
      name: id,
      user: 'ann',
      version: '1',
      status: 'UP',
      tags: ['crawled'],
    });
    await until(`${id} is in the history`, async () => {
      const ids = await get('history', '/api/v2/svc/clusters');
      return ids.includes(id);
    });
  }

  before(async () => {
    system = await UpgradeSystem.create(process.env.PORTOLAN_PREVIOUS_RELEASE);
    folder = join(system.folder, 'runs');
    mkdirSync(folder, { recursive: true });
    await system.migrate('old');
    const start = (name, ...how) => system.replica(...how).then((one) => (replicas[name] = one));
    await Promise.all([
      start('old-jobs', 'old', 'jobs', { roles: CONTROL, front: true }),
      start('old-node', 'old', 'jobs', system.node('old')),
      start('old-streams', 'old', 'streams', { roles: CONTROL, front: true }),
      start('old-history', 'old', 'history', { roles: HISTORY, front: true }),
    ]);
    const common = { user: 'ann', version: '1', tags: ['upgrade'] };
    await call('jobs', 'POST', '/api/v3/clusters', { ...common, id: 'local', name: 'local', status: 'UP' });
    await call('jobs', 'POST', '/api/v3/commands', {
      ...common,
      id: 'shell',
      name: 'shell',
      status: 'ACTIVE',
      executableAndArguments: ['bash', '-c'],
      clusterCriteria: [{ tags: ['upgrade'] }],
    });
    await call('streams', 'POST', '/api/v1/jobClusters', {
      jobDefinition: {
        name: STREAM,
        user: 'ann',
        jobJarFileLocation: await serveExample(system, 'upgrade-artifacts', 'sine-stream'),
        version: '1',
        schedulingInfo: { stages: { 1: quickly, 2: quickly } },
        parameters: [{ name: 'intervalMs', value: '100' }],
      },
    });
  });
  after(() => system?.end());

  test('work of every kind runs on the release before', async () => {
    await Promise.all([submit('long', true), submit('first')]);
    const body = { name: STREAM, user: 'ann', jobSla: { durationType: 'Perpetual' } };
    streamJob = (await call('streams', 'POST', '/api/v1/jobs', body)).body.jobMetadata.jobId;
    await succeeds('first');
    await until('the workers run', async () => (await workers()).length === 2);
    await streams();
    await crawls('crawled-before');
    assert.equal(runsOf('long'), 1);
  });

  test('the previous release keeps working after migrations of this release', async () => {
    const before = await Promise.all(SERVICES.map(({ key }) => system.columns(key)));
    await system.migrate('new');
    for (const [index, { key, app }] of SERVICES.entries()) {
      const after = await system.columns(key);
      assert.deepEqual(breakingChanges(before[index], after, contractedBy(app)), [], app);
    }
    await submit('migrated');
    await succeeds('migrated');
    await streams();
    await crawls('crawled-migrated');
  });

  test('a node of this release works for a controller of the one before', async () => {
    replicas['new-node'] = await system.replica('new', 'jobs', system.node('new'));
    await until('both nodes are known', async () => {
      const { nodeList } = (await get('jobs', '/api/v3/nodes'))._embedded;
      return nodeList.length === 2;
    });
    await openNodes('new');
    await submit('new-node');
    await succeeds('new-node');
  });

  test('an API of the previous release passes work to a controller of this one, and to its old node', async () => {
    const api = await system.replica('old', 'jobs', { roles: 'api', front: true });
    const controller = await system.replica('new', 'jobs', { roles: 'controller' });
    await replicas['old-jobs'].stop();
    await openNodes('old');
    await submit('old-api');
    await succeeds('old-api');
    // The reverse: an API of this release with a controller of the previous one.
    replicas['new-jobs'] = await system.replica('new', 'jobs', { roles: 'api', front: true });
    const older = await system.replica('old', 'jobs', { roles: 'controller' });
    await Promise.all([api.stop(), controller.stop()]);
    await submit('new-api');
    await succeeds('new-api');
    await older.stop();
    await replicas['new-jobs'].stop();
  });

  test('this release takes over and keeps the work of the previous one', async () => {
    const kept = await workers();
    [replicas['new-jobs'], replicas['new-streams'], replicas['new-history']] = await Promise.all([
      system.replica('new', 'jobs', { roles: CONTROL, front: true }),
      system.replica('new', 'streams', { roles: CONTROL, front: true }),
      system.replica('new', 'history', { roles: HISTORY, front: true }),
    ]);
    await Promise.all([replicas['old-streams'].stop(), replicas['old-history'].stop()]);
    await streams();
    assert.deepEqual(await workers(), kept, 'no worker was replaced');
    await crawls('crawled-after');
    writeFileSync(join(folder, 'long.go'), '');
    await succeeds('long');
    const history = await get('history', '/api/v2/svc/clusters');
    for (const id of ['crawled-before', 'crawled-migrated', 'crawled-after'])
      assert.ok(history.includes(id), id);
  });

  test('the previous release takes over the work of this one', async () => {
    await submit('returned', true);
    await until('it runs', () => runsOf('returned') === 1);
    await submit('dependent', false, { dependsOn: ['returned'] });
    await submit('elements', false, { dependsOn: ['returned'], array: { size: 3 } });
    const [id, cron] = ['of-schedule', '0 0 1 1 *'];
    const schedule = { id, name: id, user: 'ann', version: '1', cron, request: jobOf(id) };
    await call('jobs', 'POST', '/api/v3/schedules', schedule);
    const kept = await workers();
    back = await Promise.all([
      system.replica('old', 'jobs', { roles: CONTROL, front: true }),
      system.replica('old', 'streams', { roles: CONTROL, front: true }),
      system.replica('old', 'history', { roles: HISTORY, front: true }),
    ]);
    await Promise.all(['jobs', 'streams', 'history'].map((key) => replicas[`new-${key}`].stop()));
    writeFileSync(join(folder, 'returned.go'), '');
    await succeeds('returned');
    await streams();
    assert.deepEqual(await workers(), kept, 'no worker was replaced');
    await crawls('crawled-returned');
    const { page } = await get('jobs', '/api/v3/jobs?name=elements');
    assert.equal(page.totalElements, 1, 'the previous release finds the array');
  });

  test('work that the previous release does not know continues with this one', async () => {
    await system.replica('new', 'jobs', { roles: CONTROL, front: true, env: { RELEASE_SWEEP_MS: '500' } });
    await Promise.all(back.map((replica) => replica.stop()));
    await Promise.all([succeeds('dependent'), succeeds('elements', 3)]);
    const { headers } = await call('jobs', 'POST', '/api/v3/schedules/of-schedule/actions/trigger');
    const fired = decodeURIComponent(headers.get('location').split('/').at(-1));
    await until('the job of the schedule succeeds', async () => (await statusOf(fired)) === 'SUCCEEDED');
  });
});
