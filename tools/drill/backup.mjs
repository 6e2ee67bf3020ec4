/** `npm run drill -- backup`: work, a backup, the loss of all data, a restore, the same responses; on separate databases. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, chapter, send, tell } from '../demo/transcript.mjs';
import { run, withUndo } from '../lib/commands.mjs';
import { Failure, say, seconds } from '../lib/console.mjs';
import { exampleFile } from '../lib/examples.mjs';
import { waitFor } from '../lib/network.mjs';
import { ROOT, SERVICES, urlOf } from '../lib/settings.mjs';
import { DrillJobs } from './work.mjs';
import { Bench, freePort } from '../../bench/lib/system.mjs';
import { programOf } from '../lib/build.mjs';
import { migrate } from '../lib/databases.mjs';

const JOBS = 12;
const LIMIT_MS = 120_000;

const get = (url) => send('GET', url);

/** All ended jobs, the registry, a streaming job cluster, and the recorded cloud with its history. */
async function fill(system) {
  const jobs = await DrillJobs.submit(system.url('jobs'), JOBS, (i) => ({ lines: 0, exitCode: i % 3 }));
  await jobs.endAsTheyShould();
  const body = exampleFile('sine-stream', 'cluster.json', 'http://127.0.0.1:1');
  const created = await send('POST', `${system.url('streams')}/api/v1/jobClusters`, { body });
  check('a streaming job cluster is registered', created.status === 201, created.text);
  const past = `${system.url('history')}/api/v2/cloud/instances;_all`;
  let last = '';
  const settled = await waitFor(
    async () => {
      const { status, text } = await get(past);
      const same = status === 200 && text.length > 10 && text === last;
      last = text;
      return same;
    },
    { timeoutMs: LIMIT_MS, everyMs: 5000 },
  );
  if (!settled) throw new Failure('the recorded cloud was not replayed');
}

async function answersOf(system, ids) {
  const jobs = `${system.url('jobs')}/api/v3`;
  const history = `${system.url('history')}/api/v2/cloud`;
  const streams = `${system.url('streams')}/api/v1`;
  const urls = [
    ...ids.flatMap((id) => ['', '/request', '/selection'].map((part) => `${jobs}/jobs/${id}${part}`)),
    ...[`${jobs}/clusters`, `${jobs}/commands`, `${streams}/jobClusters`],
    ...['', ';_expand', ';_all;_expand'].map((modifiers) => `${history}/instances${modifiers}`),
  ];
  const answer = async (url) => {
    const { status, text } = await get(url);
    return { url, status, text };
  };
  return Promise.all(urls.map(answer));
}

async function listJobs(system, filter) {
  const { json } = await get(`${system.url('jobs')}/api/v3/jobs?size=1000&${filter}`);
  return json._embedded?.jobSearchResultList ?? [];
}

async function keepSubmitting(system, signal) {
  let count = 0;
  for (; !signal.aborted; count += 1)
    await DrillJobs.submit(system.url('jobs'), 1, () => ({ lines: 1, exitCode: 0 }));
  return count;
}

async function tool(name, args, system) {
  say(`$ npm run ${name} -- ${args.join(' ')}`);
  const { code, tail } = await run(process.execPath, [join('tools', `${name}.mjs`), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...system.addresses() },
  });
  return { ok: code === 0, text: tail.join('\n') };
}

async function refusesDamage(folder, system) {
  const file = join(folder, 'jobs', 'jobs.sql.gz');
  const bytes = readFileSync(file);
  const damaged = Buffer.from(bytes);
  damaged[damaged.length >> 1] ^= 1;
  writeFileSync(file, damaged);
  const { ok, text } = await tool('restore', ['--from', folder], system);
  writeFileSync(file, bytes);
  check('a damaged file is found before anything is written', !ok && text.includes('jobs.sql.gz'), text);
}

async function drill(system) {
  const begun = Date.now();
  const folder = join(system.kept, `backup-${randomBytes(3).toString('hex')}`);
  chapter('Three services do real work');
  await system.create();
  await system.startAll();
  await fill(system);
  const ids = (await listJobs(system, '')).map(({ id }) => id);
  const before = await answersOf(system, ids);
  const failed = before.filter(({ status }) => status !== 200);
  check(`${before.length} answers are kept`, failed.length === 0, failed[0]);

  chapter('A backup while jobs come in');
  const stopping = new AbortController();
  const submitting = keepSubmitting(system, stopping.signal);
  const backup = await tool('backup', ['--to', folder], system);
  stopping.abort();
  tell(`${await submitting} jobs were submitted meanwhile.`);
  check('the backup is whole', backup.ok, backup.text);
  const again = await tool('backup', ['--to', folder], system);
  check('a folder that has one is left alone', !again.ok && again.text.includes('not empty'), again.text);

  chapter('Everything is lost: services, databases, Redis');
  await system.destroy();

  chapter('The restore');
  await refusesDamage(folder, system);
  const restored = await tool('restore', ['--from', folder], system);
  check('the databases are filled', restored.ok, restored.text);
  const twice = await tool('restore', ['--from', folder], system);
  const isRefused = !twice.ok && twice.text.includes('--replace');
  check('databases that are not empty are left alone', isRefused, twice.text);
  const replaced = await tool('restore', ['--from', folder, '--replace'], system);
  check('unless they are to be replaced', replaced.ok, replaced.text);

  chapter('The services start and answer as before');
  await system.startAll();
  const after = await answersOf(system, ids);
  const differing = after.find(({ text }, i) => text !== before[i].text);
  check(`${after.length} answers are the same`, !differing, JSON.stringify(differing)?.slice(0, 600));
  const active = 'status=ACCEPTED&status=CLAIMED&status=INIT&status=RUNNING';
  const areOver = async () => (await listJobs(system, active)).length === 0;
  check('jobs that were running end', await waitFor(areOver, { timeoutMs: LIMIT_MS, everyMs: 500 }));
  const fresh = await DrillJobs.submit(system.url('jobs'), 3, () => ({ lines: 0, exitCode: 0 }));
  await fresh.endAsTheyShould();
  say(`\nNothing of the backup was lost, in ${seconds(Date.now() - begun)}.`);
}

export async function backupDrill() {
  const system = new BackupSystem();
  await withUndo(
    () => system.end(),
    () => drill(system),
  );
}

class BackupSystem extends Bench {
  /** Files that survive the loss: backups, attachments, archives. */
  kept = mkdtempSync(join(tmpdir(), 'portolan-backup-drill-'));
  #running = [];
  #ports = {};
  #databases = {};

  url = (key) => urlOf(this.#ports[key]);

  addresses() {
    const named = ([key, url]) => [`DATABASE_URL_${key.toUpperCase()}`, url];
    return Object.fromEntries(Object.entries(this.#databases).map(named));
  }

  async create() {
    for (const service of SERVICES) {
      const { key } = service;
      this.#ports[key] = await freePort();
      this.#databases[key] = await this.database(key);
      await migrate(service, { DATABASE_URL: this.#databases[key] });
    }
  }

  async startAll() {
    const shared = {
      LOG_LEVEL: 'warn',
      REDIS_URL: this.redisUrl,
      QUEUE_PREFIX: this.queuePrefix,
      INTERNAL_TOKEN: `token-of-drill-${this.id}`,
      NODE_WORK_DIR: join(this.folder, 'node'),
      ATTACHMENTS_DIR: join(this.kept, 'attachments'),
      ARCHIVE_DIR: join(this.kept, 'archives'),
      LEASE_MS: '5000',
      SWEEP_MS: '1000',
      OFFER_RESEND_MS: '1000',
      CRAWL_INTERVAL_MS: '2000',
      CACHE_REFRESH_MS: '1000',
      RECORDED_CLOUD_DIR: join(ROOT, 'examples', 'recorded-cloud'),
    };
    const started = SERVICES.map(({ key, app }) => {
      const env = { ...shared, PUBLIC_URL: this.url(key), DATABASE_URL: this.#databases[key] };
      const options = { env, path: '/health/ready', port: this.#ports[key] };
      return this.serve(`drill-${key}`, [programOf(app, 'main')], options);
    });
    await Promise.all(started);
  }

  start(...args) {
    const child = super.start(...args);
    this.#running.push(child);
    return child;
  }

  /** Loses services, jobs, databases and the content of Redis at the same time. */
  async destroy() {
    const running = this.#running.filter(({ exitCode, signalCode }) => (exitCode ?? signalCode) === null);
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(running.map((child) => once(child, 'exit')));
    await super.end();
  }

  async end() {
    await this.destroy();
    rmSync(this.kept, { recursive: true, force: true, maxRetries: 5 });
  }
}
