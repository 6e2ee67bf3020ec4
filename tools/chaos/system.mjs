/** The system of a run: two replicas of each service, and two nodes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programOf } from '../lib/build.mjs';
import { Failure } from '../lib/console.mjs';
import { ensureDatabase, migrate } from '../lib/databases.mjs';
import { freePort, statusOf, waitFor } from '../lib/network.mjs';
import { ROOT, SERVICES } from '../lib/settings.mjs';
import { LEASE_MS } from './plan.mjs';

const each = (value, ...names) => Object.fromEntries(names.map((name) => [name, String(value)]));

/** Leases, heartbeats and polls, shortened so that a run covers effects that otherwise take minutes. */
const SETTINGS = {
  LOG_LEVEL: 'info',
  ...each(LEASE_MS, 'LEASE_MS', 'NODE_LOST_MS', 'WORKER_TIMEOUT_MS'),
  ...each(500, 'WEBHOOK_POLL_MS'),
  ...each(1000, 'SWEEP_MS', 'LAUNCH_SWEEP_MS', 'SLA_TICK_MS', 'CRAWL_INTERVAL_MS', 'CACHE_REFRESH_MS'),
  ...each(2000, 'KILL_GRACE_MS', 'JOB_KILL_GRACE_MS', 'WORKER_KILL_GRACE_MS', 'CRAWL_BACKOFF_MAX_MS'),
  ...each(2000, 'NODE_HEARTBEAT_MS', 'WORKER_HEARTBEAT_MS', 'STREAM_FIRST_HEARTBEAT_MS'),
  ...each(2000, 'STREAM_HEARTBEAT_MS', 'STATUS_HEARTBEAT_MS', 'FEED_HEARTBEAT_MS'),
  ...each(
    3000,
    'OFFER_RESEND_MS',
    'LAUNCH_RESEND_MS',
    'OWNER_TIMEOUT_MS',
    'CRAWL_TIMEOUT_MS',
    'WEBHOOK_TIMEOUT_MS',
  ),
  ...each(5000, 'CRON_REBUILD_MS', 'CRON_LATE_MS'),
  WORKER_START_GRACE_MS: '30000',
  JOB_UNCLAIMED_MS: '120000',
  RESUBMIT_DELAYS_MS: '0,500,1000,2000',
  RESUBMIT_LIMIT: '1000',
  OUTBOUND_ALLOWED: '127.0.0.0/8',
};

export class System {
  services = {};
  nodes = [];
  #urls = {};

  constructor(world, { mysql, redis, network, disk }) {
    Object.assign(this, { world, mysql, redis, network, disk });
    this.shared = {
      ...SETTINGS,
      REDIS_URL: redis.url,
      QUEUE_PREFIX: world.id,
      INTERNAL_TOKEN: `internal-token-of-${world.id}`,
      ATTACHMENTS_DIR: join(world.folder, 'attachments'),
      ARCHIVE_DIR: join(world.folder, 'archives'),
    };
  }

  /** Starts the databases, then all processes; resolves when all are ready. @param collections rows of the crawled collections */
  async start(collections) {
    const { world, network } = this;
    const file = join(world.folder, 'collections.json');
    writeFileSync(file, JSON.stringify(collections));
    const ports = {};
    for (const { key } of SERVICES) ports[key] = [await freePort(network.host), await freePort(network.host)];
    const own = {
      history: {
        HTTP_COLLECTIONS_FILE: file,
        JOBS_URL: `http://${network.host}:${ports.jobs[0]}`,
        STREAMS_URL: `http://${network.host}:${ports.streams[0]}`,
      },
      jobs: { ROLES: 'api,controller' },
      streams: { JOBS_URL: `http://${network.host}:${ports.jobs[0]}` },
    };
    const prepare = async (service) => {
      const DATABASE_URL = this.databaseUrl(service.key);
      await ensureDatabase(DATABASE_URL);
      await migrate(service, { ...this.shared, DATABASE_URL });
    };
    await Promise.all(SERVICES.map(prepare));
    for (const service of SERVICES)
      this.services[service.key] = ports[service.key].map((port, i) =>
        this.#replica(service, `${service.key}-${i + 1}`, port, own[service.key]),
      );
    this.nodes = [await this.#node(1), await this.#node(2)];
    const all = [...Object.values(this.services).flat(), ...this.nodes];
    for (const { process: one } of all) one.start();
    await Promise.all(all.map((one) => this.ready(one)));
  }

  async ready({ process: one, health }) {
    const up = await waitFor(async () => (await statusOf(health, 2000)) === 200, {
      timeoutMs: 120_000,
      everyMs: 100,
      gone: () => !one.isRunning && one.undisturbedSince !== undefined,
    });
    if (!up) throw new Failure(`${one.name} did not become ready; see ${this.world.logs}/${one.name}.log`);
  }

  /** Returns the base addresses of a service's replicas; the list is updated when they move. */
  urls(key) {
    this.#urls[key] ??= this.services[key].map(({ url }) => url);
    return this.#urls[key];
  }

  async move(replica) {
    const before = replica.url;
    const port = await freePort(this.network.host);
    replica.url = `http://${this.network.host}:${port}`;
    replica.health = `${replica.url}/health/ready`;
    Object.assign(replica.process.env, {
      PORT: String(port),
      PUBLIC_URL: replica.url,
      INTERNAL_URL: replica.url,
    });
    const urls = this.urls(replica.key);
    urls[urls.indexOf(before)] = replica.url;
  }

  databaseUrl(key) {
    return this.mysql.url(`portolan_${key}`);
  }

  #replica(service, name, port, own) {
    const { host } = this.network;
    const url = `http://${host}:${port}`;
    const env = {
      ...this.shared,
      ...own,
      PORT: String(port),
      HOST: host,
      PUBLIC_URL: url,
      INTERNAL_URL: url,
      DATABASE_URL: this.databaseUrl(service.key),
    };
    return this.#part(name, service.key, url, [...service.nodeFlags, programOf(service.app, 'main')], env);
  }

  /** The first node has a disk that can be filled, the second one a link that can be cut. */
  async #node(number) {
    const name = `node-${number}`;
    const { network, disk } = this;
    const inside = number === 2 && Boolean(network.inside);
    const host = inside ? network.nodeHost : network.host;
    const port = await freePort(network.host);
    const work = number === 1 ? disk.path : join(this.world.folder, name);
    mkdirSync(work, { recursive: true });
    const env = {
      ...this.shared,
      ROLES: 'node',
      PORT: String(port),
      HOST: host,
      ADVERTISE_HOST: host,
      DATABASE_URL: this.databaseUrl('jobs'),
      NODE_WORK_DIR: work,
      NODE_ID: name,
      NODE_SLOTS: '40',
      NODE_MEMORY_MB: '100000',
      PORT_RANGE: number === 1 ? '25000-26999' : '27000-28999',
    };
    const wrap = inside ? network.inside : undefined;
    const program = programOf('job-orchestration', 'main');
    return this.#part(name, 'node', `http://${host}:${port}`, [program], env, wrap);
  }

  #part(name, key, url, program, env, wrap = (command, args) => ({ command, args })) {
    const started = this.world.process(name, { ...wrap(process.execPath, program), env, cwd: ROOT });
    return { key, url, health: `${url}/health/ready`, process: started };
  }
}
