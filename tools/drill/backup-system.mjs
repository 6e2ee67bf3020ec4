/** The three services of the backup drill: one process each, with databases, queues and folders of their own. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { programOf } from '../lib/build.mjs';
import { Failure } from '../lib/console.mjs';
import { dropDatabases, ensureDatabase, migrate } from '../lib/databases.mjs';
import { freePort, statusOf, waitFor } from '../lib/network.mjs';
import { findByEnvironment, sweep } from '../lib/processes.mjs';
import { removeKeys } from '../lib/redis-client.mjs';
import { LOOPBACK, ROOT, SERVICES, urlOf } from '../lib/settings.mjs';

const READY_LIMIT_MS = 120_000;

export class BackupSystem {
  id = randomBytes(4).toString('hex');
  folder = mkdtempSync(join(tmpdir(), 'portolan-backup-drill-'));
  #running = [];
  #ports = {};

  /** @param servers `{admin, redis}`: where databases may be made, and Redis */
  constructor(servers) {
    this.servers = servers;
  }

  databaseUrl = (key) => `${this.servers.admin}${this.#prefix}${key}`;

  url = (key) => urlOf(this.#ports[key]);

  /** What `npm run backup` and `npm run restore` find the databases by. */
  addresses() {
    return Object.fromEntries(
      SERVICES.map(({ key }) => [`DATABASE_URL_${key.toUpperCase()}`, this.databaseUrl(key)]),
    );
  }

  async create() {
    for (const service of SERVICES) {
      this.#ports[service.key] = await freePort(LOOPBACK);
      await ensureDatabase(this.databaseUrl(service.key));
      await migrate(service, { ...process.env, DATABASE_URL: this.databaseUrl(service.key) });
    }
  }

  async start() {
    this.#running = SERVICES.map((service) => this.#spawn(service));
    await Promise.all(
      SERVICES.map(async ({ key, title }) => {
        const health = `${this.url(key)}/health/ready`;
        const up = await waitFor(async () => (await statusOf(health)) === 200, {
          timeoutMs: READY_LIMIT_MS,
          everyMs: 100,
        });
        if (!up) throw new Failure(`${title} did not get ready; its log is ${this.#log(key)}`);
      }),
    );
  }

  /** Everything is gone at once: services, jobs, databases, and what is in Redis. */
  async destroy() {
    await this.#kill();
    await dropDatabases(this.servers.admin, this.#prefix);
    await removeKeys(this.servers.redis, this.#queues);
  }

  async remove() {
    await this.destroy();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  get #prefix() {
    return `portolan_drill_${this.id}_`;
  }

  get #queues() {
    return `drill:${this.id}`;
  }

  #log = (key) => join(this.folder, `${key}.log`);

  #spawn({ app, key }) {
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORTOLAN_DRILL: this.id,
      PORT: String(this.#ports[key]),
      HOST: LOOPBACK,
      LOG_LEVEL: 'warn',
      PUBLIC_URL: this.url(key),
      DATABASE_URL: this.databaseUrl(key),
      REDIS_URL: this.servers.redis,
      QUEUE_PREFIX: this.#queues,
      INTERNAL_TOKEN: `token-of-drill-${this.id}`,
      NODE_WORK_DIR: join(this.folder, 'node'),
      ATTACHMENTS_DIR: join(this.folder, 'attachments'),
      ARCHIVE_DIR: join(this.folder, 'archives'),
      LEASE_MS: '5000',
      SWEEP_MS: '1000',
      OFFER_RESEND_MS: '1000',
      CRAWL_INTERVAL_MS: '2000',
      CACHE_REFRESH_MS: '1000',
      RECORDED_CLOUD_DIR: join(ROOT, 'examples', 'recorded-cloud'),
    };
    const child = spawn(process.execPath, [programOf(app, 'main')], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(this.#log(key), { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    return child;
  }

  async #kill() {
    const running = this.#running.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(running.map((child) => once(child, 'exit')));
    this.#running = [];
    // Processes of jobs outlive their node.
    const work = join(this.folder, 'node');
    await sweep(() =>
      findByEnvironment(
        (variables) => variables.PORTOLAN_DRILL === this.id || variables.PORTOLAN_NODE_DIR?.startsWith(work),
      ),
    );
  }
}
