/**
 * The development overlay on a real Kubernetes: it is applied before its database answers, applied again, restarted under jobs,
 * and its launches run in pods. See docs/deployment.md for the last result.
 */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { Cluster, startMariaDb, startRedis } from '../cluster/cluster.mjs';
import { ADDRESS, NAME, until } from '../cluster/machine.mjs';
import { SERVICES, ROOT } from '../lib/settings.mjs';

const { programs, images, snapshotter } = JSON.parse(process.env.PORTOLAN_CLUSTER);
/** Time limit, ms: a loaded machine needs minutes instead of seconds. */
const LIMIT_MS = 300_000;
const JOBS = 50;
const DEVELOPMENT = join(ROOT, 'k8s', 'overlays', 'development');
const APIS = SERVICES.map(({ app }) => `${app}-api`);

describe('the development overlay', () => {
  const cluster = new Cluster(programs);
  const { folder } = cluster.machine;
  const shared = join(folder, 'volumes', 'job-files');
  const ran = join(shared, 'ran');

  before(async () => {
    await cluster.start({ images, snapshotter });
  });
  after(async () => {
    await cluster.machine.end();
    assert.ok(!existsSync(folder));
  });

  /** Applies a kustomization. @returns the output of kubectl, including warnings */
  async function apply(path) {
    const { code, stdout, stderr } = await cluster.tryKubectl(['apply', '-k', path]);
    assert.equal(code, 0, stderr);
    return `${stdout}${stderr}`;
  }

  const generations = async () =>
    (await cluster.get('deployments,statefulsets')).items.map(({ metadata }) => [
      metadata.name,
      metadata.generation,
    ]);

  /** Applies the overlay unchanged: no warning, and no changed object that creates pods. */
  async function applyUnchanged() {
    const before = await generations();
    assert.doesNotMatch(await apply(DEVELOPMENT), /warning/i);
    assert.deepEqual(await generations(), before);
  }

  const jobs = (method, path, body) => cluster.call('job-orchestration', method, `/api/v3${path}`, body);

  async function created(path, body) {
    const { status, text } = await jobs('POST', path, { user: 'operator', version: '1', ...body });
    assert.equal(status, 201, text);
  }

  const offer = (id, script, more = {}) =>
    jobs('POST', '/jobs', {
      user: 'operator',
      version: '1',
      id,
      name: id,
      commandArgs: `-c '${script}'`,
      commandCriteria: ['type:sh'],
      clusterCriterias: [{ tags: ['type:local'] }],
      ...more,
    });

  async function submit(id, script, more) {
    const { status, text } = await offer(id, script, more);
    assert.equal(status, 202, text);
  }

  /** Returns a job once it has one of these states; a stopping replica may not respond. */
  async function inState(id, ...states) {
    let last;
    return until(
      () => `${id} ${states.join(' or ')}: ${last}`,
      async () => {
        const answer = await jobs('GET', `/jobs/${id}`).catch((error) => ({ text: String(error) }));
        last = answer.text;
        return states.includes(answer.body?.status) && answer.body;
      },
      LIMIT_MS,
      500,
    );
  }
  const ended = (id) => inState(id, 'SUCCEEDED', 'FAILED', 'KILLED', 'INVALID');

  const isRolledOut = ({ metadata, spec, status = {} }) =>
    status.observedGeneration === metadata.generation &&
    (status.updatedReplicas ?? 0) === (spec.replicas ?? 1) &&
    (status.readyReplicas ?? 0) === (spec.replicas ?? 1) &&
    (status.replicas ?? 0) === (spec.replicas ?? 1);

  async function rolledOut() {
    let waiting;
    await until(
      () => `ready: ${waiting}`,
      async () => {
        const { items } = await cluster.get('deployments,statefulsets');
        waiting = items.filter((item) => !isRolledOut(item)).map(({ metadata }) => metadata.name);
        return items.length > 0 && waiting.length === 0;
      },
      LIMIT_MS,
      1000,
    );
  }

  async function makeVolumes() {
    const volume = (name, path) => {
      mkdirSync(path, { recursive: true });
      chmodSync(path, 0o777);
      return {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name },
        spec: {
          capacity: { storage: '100Gi' },
          accessModes: ['ReadWriteOnce'],
          hostPath: { path },
          claimRef: { namespace: 'portolan', name },
        },
      };
    };
    const items = [volume('job-files', shared), volume('work-nodes-0', join(folder, 'volumes', 'node'))];
    await cluster.kubectl(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  }

  test('is applied while there is no database, without a warning, and waits for it', async () => {
    await makeVolumes();
    await cluster.kubectl(['apply', '-f', join(DEVELOPMENT, 'namespace.yaml')]);
    for (const { app, database } of SERVICES)
      await cluster.kubectl([
        ...['-n', 'portolan', 'create', 'secret', 'generic', app],
        `--from-literal=DATABASE_URL=mysql://portolan@${ADDRESS}:3306/${database}`,
        `--from-literal=REDIS_URL=redis://${ADDRESS}:6379`,
        '--from-literal=INTERNAL_TOKEN=token-of-the-cluster-lane',
      ]);
    const said = await apply(DEVELOPMENT);
    assert.doesNotMatch(said, /warning/i);
    startRedis(cluster.machine);
    const isWaiting = async () => {
      const { stdout } = await cluster.tryKubectl([
        '-n',
        'portolan',
        'logs',
        'deployment/history-query-api',
        '-c',
        'migrate',
      ]);
      return stdout.includes('waits for the database');
    };
    await until('a pod that waits for the database', isWaiting, LIMIT_MS, 1000);
    // Applying again while they wait is no error, and changes nothing.
    await applyUnchanged();
    await startMariaDb(
      cluster.machine,
      SERVICES.map(({ database }) => database),
    );
    await rolledOut();
    const { items } = await cluster.get('pods');
    for (const { metadata, spec } of items)
      for (const { image, imagePullPolicy } of [...(spec.initContainers ?? []), ...spec.containers]) {
        assert.match(image, /:development$/, metadata.name);
        assert.equal(imagePullPolicy, 'IfNotPresent', metadata.name);
      }
  });

  /** Reads an address, with a retry after a lost forwarded connection. */
  const read = (app, path) =>
    until(`an answer of ${app}`, () => cluster.call(app, 'GET', path).catch(() => undefined), LIMIT_MS, 500);

  test('serves each API and its documentation below one address', async () => {
    for (const { app, api } of SERVICES) {
      const docs = await read(app, `${api}/docs`);
      assert.equal(docs.status, 200, app);
      const { body } = await read(app, `${api}/openapi.json`);
      assert.ok(body.paths, app);
    }
  });

  test('keeps the number of replicas that the cluster has chosen when it is applied again', async () => {
    await cluster.kubectl(['-n', 'portolan', 'scale', 'deployment', APIS[0], '--replicas=2']);
    await applyUnchanged();
    assert.equal((await cluster.get('deployment', APIS[0])).spec.replicas, 2);
    await cluster.kubectl(['-n', 'portolan', 'scale', 'deployment', APIS[0], '--replicas=1']);
  });

  test('loses no job and runs none twice while everything is restarted', async () => {
    await created('/clusters', { id: 'here', name: 'here', status: 'UP', tags: ['type:local'] });
    await created('/commands', {
      id: 'sh',
      name: 'sh',
      status: 'ACTIVE',
      executable: '/bin/sh',
      executableAndArguments: ['/bin/sh'],
      checkDelay: 1000,
      tags: ['type:sh'],
      clusterCriteria: [{ tags: ['type:local'] }],
    });
    writeFileSync(ran, '');
    chmodSync(ran, 0o666);
    const ids = Array.from({ length: JOBS }, (_, i) => `roll-${i}`);
    const line = (id) => `sleep 3; echo ${id} >> /var/lib/portolan/shared/ran`;
    for (const id of ids.slice(0, JOBS / 2)) await submit(id, line(id));
    await cluster.kubectl(['-n', 'portolan', 'rollout', 'restart', 'deployment,statefulset']);
    for (const id of ids.slice(JOBS / 2))
      await until(
        `${id} is accepted`,
        async () => {
          const { status } = await offer(id, line(id)).catch(() => ({}));
          // A request on a lost connection may still have submitted the job.
          return status === 202 || status === 409;
        },
        LIMIT_MS,
        500,
      );
    await rolledOut();
    for (const id of ids) {
      const job = await ended(id);
      assert.equal(job.status, 'SUCCEEDED', `${id}: ${job.statusMsg}`);
    }
    assert.deepEqual(readFileSync(ran, 'utf8').trim().split('\n').sort(), [...ids].sort());
  });

  test('stops a job that outlasts the drain of its node, and says so', async () => {
    await submit('long', 'exec sleep 1000');
    await inState('long', 'RUNNING');
    await cluster.kubectl(['-n', 'portolan', 'delete', 'pod', 'nodes-0', '--wait=false']);
    const job = await ended('long');
    assert.equal(job.status, 'FAILED');
    assert.match(job.statusMsg, /node nodes-0 was drained/);
    await rolledOut();
  });

  describe('with launches in pods', () => {
    const podOf = (id) =>
      until(
        `the pod of ${id}`,
        async () => {
          const { items } = await cluster.get('pods', '-l', 'portolan.io/launch');
          return items.find(
            ({ metadata, status }) =>
              metadata.name.startsWith('portolan-') &&
              !known.has(metadata.name) &&
              status.phase === 'Running',
          );
        },
        LIMIT_MS,
        500,
      );
    /** Pods of the previous check. */
    const known = new Set();

    before(async () => {
      const overlay = join(folder, 'overlay');
      mkdirSync(overlay);
      const from = (...path) => relative(overlay, join(ROOT, 'k8s', ...path));
      const text = readFileSync(join(DEVELOPMENT, 'kustomization.yaml'), 'utf8')
        .replace(/^resources: .*$/m, `resources: [${from('base')}, namespace.yaml]`)
        .replace(
          /^components: .*$/m,
          `components: [${from('components', 'console')}, ${from('components', 'kubernetes-launcher')}]`,
        )
        .replace('{ name: nodes, count: 1 }', '{ name: nodes, count: 0 }\n  - { name: launcher, count: 1 }');
      writeFileSync(join(overlay, 'kustomization.yaml'), text);
      writeFileSync(join(overlay, 'namespace.yaml'), readFileSync(join(DEVELOPMENT, 'namespace.yaml')));
      await apply(overlay);
      // Two processors have room for one processor of a job when the other services are scaled down.
      const others = APIS.filter((name) => name !== 'job-orchestration-api').concat(
        'history-query-collector',
        'streaming-control-controller',
        'console',
      );
      await cluster.kubectl(['-n', 'portolan', 'scale', 'deployment', ...others, '--replicas=0']);
      await rolledOut();
    });

    test('a job runs in a pod with its memory and its cores', async () => {
      await submit('sized', 'sleep 5', { memory: 100, cpu: 1 });
      const pod = await podOf('sized');
      known.add(pod.metadata.name);
      const [container] = pod.spec.containers;
      assert.deepEqual(container.resources, {
        requests: { cpu: '1', memory: '356Mi' },
        limits: { memory: '356Mi' },
      });
      assert.match(container.image, /:development$/);
      const job = await ended('sized');
      assert.equal(job.status, 'SUCCEEDED', job.statusMsg);
    });

    test('a job reports the eviction of its pod with the reason', async () => {
      await submit('evicted', 'exec sleep 1000', { memory: 100 });
      await inState('evicted', 'RUNNING');
      const { metadata } = await podOf('evicted');
      known.add(metadata.name);
      const eviction = {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: metadata.name, namespace: 'portolan' },
      };
      const path = `/api/v1/namespaces/portolan/pods/${metadata.name}/eviction`;
      await cluster.kubectl(['create', '--raw', path, '-f', '-'], JSON.stringify(eviction));
      const job = await ended('evicted');
      assert.equal(job.status, 'FAILED');
      assert.match(job.statusMsg, new RegExp(`its pod was evicted from ${NAME} \\(.*evict`, 'i'));
    });

    test('a job that uses more memory than its pod has exceeded its limit', async () => {
      const take = 'exec node -e "const all = []; for (;;) all.push(Buffer.alloc(16777216, 1))"';
      await submit('greedy', take, { memory: 64 });
      const job = await ended('greedy');
      assert.equal(job.status, 'KILLED', job.statusMsg);
      assert.match(job.statusMsg, /exceeded memory limit/);
    });

    test('no more pods run than have room: the API stays ready meanwhile', async () => {
      const ids = Array.from({ length: 8 }, (_, i) => `many-${i}`);
      for (const id of ids) await submit(id, 'true', { memory: 64 });
      for (const id of ids) {
        assert.equal((await ended(id)).status, 'SUCCEEDED', id);
        assert.equal((await cluster.call('job-orchestration', 'GET', '/health/ready')).status, 200);
      }
    });
  });
});
