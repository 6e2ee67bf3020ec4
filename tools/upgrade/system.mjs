/** Replicas of two releases on the same databases, queues and addresses. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Bench, freePort } from '../../bench/lib/system.mjs';
import { programOf } from '../lib/build.mjs';
import { run } from '../lib/commands.mjs';
import { withConnection } from '../lib/databases.mjs';
import { Gateway, statusOf, waitFor } from '../lib/network.mjs';
import { columnsOf } from '../lib/schema-changes.mjs';
import { LOOPBACK, ROOT, SERVICES, serviceUrls, urlOf } from '../lib/settings.mjs';

/** Time limit of each step, ms: generous, for a loaded machine. */
const STEP_LIMIT_MS = 180_000;

class Replica {
  constructor(name, child, port) {
    Object.assign(this, { name, child, url: urlOf(port), port });
  }

  async stop() {
    if (this.child.exitCode !== null) return;
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }
}

export class UpgradeSystem extends Bench {
  /** The address in front of the replicas of each service, like that of an ingress. */
  addresses = {};
  #databases = {};
  #count = 0;

  static async create(previous) {
    const system = new UpgradeSystem();
    system.releases = { old: previous, new: ROOT };
    for (const { key } of SERVICES) {
      system.addresses[key] = await new Gateway({ host: LOOPBACK, port: 0 }).listen();
      system.#databases[key] = await system.database(key);
    }
    return system;
  }

  url(key) {
    return urlOf(this.addresses[key].port);
  }

  /**
   * Applies the migrations of a release to all databases, while any services run; like a Kubernetes Job, with a retry after a
   * failure.
   */
  async migrate(release) {
    for (const { key, app } of SERVICES) {
      const program = join(this.releases[release], programOf(app, 'migrate'));
      let ended;
      const migrated = async () => {
        ended = await run(process.execPath, [program], { env: this.#settings(key) });
        return ended.code === 0;
      };
      if (!(await waitFor(migrated, { timeoutMs: STEP_LIMIT_MS })))
        throw new Error(`${app}: ${ended.tail.join('\n')}`);
    }
  }

  columns(key) {
    return withConnection(this.#databases[key], columnsOf);
  }

  /** Starts a replica of a release. With `front`, the address of its service leads to this replica. */
  async replica(release, key, { roles, front = false, env = {} }) {
    const service = SERVICES.find((one) => one.key === key);
    const [name, port] = [`${release}-${key}-${roles}-${(this.#count += 1)}`, await freePort()];
    const program = join(this.releases[release], programOf(service.app, 'main'));
    const settings = { ...this.#settings(key), ROLES: roles, ...env, PORT: String(port), HOST: LOOPBACK };
    const child = this.start(`upgrade-${name}`, [...service.nodeFlags, program], settings);
    const ready = await waitFor(async () => (await statusOf(`${urlOf(port)}/health/ready`)) === 200, {
      timeoutMs: STEP_LIMIT_MS,
      gone: () => child.exitCode !== null,
    });
    if (!ready) throw new Error(`${name} did not become ready; see .portolan/logs/bench-upgrade-${name}.log`);
    if (front) this.addresses[key].target = { host: LOOPBACK, port };
    return new Replica(name, child, port);
  }

  async end() {
    for (const address of Object.values(this.addresses)) address.close();
    await super.end();
  }

  #settings(key) {
    return {
      PUBLIC_URL: this.url(key),
      INTERNAL_URL: this.url(key),
      DATABASE_URL: this.#databases[key],
      REDIS_URL: this.redisUrl,
      QUEUE_PREFIX: `${this.queuePrefix}:upgrade`,
      INTERNAL_TOKEN: `internal-token-of-${this.id}`,
      LOG_LEVEL: 'info',
      OUTBOUND_ALLOWED: '127.0.0.0/8,::1',
      ARCHIVE_DIR: join(this.folder, 'archives'),
      ATTACHMENTS_DIR: join(this.folder, 'attachments'),
      ...serviceUrls((one) => this.url(one)),
      CRAWL_INTERVAL_MS: '1000',
      CACHE_REFRESH_MS: '500',
      SWEEP_MS: '500',
    };
  }

  /** Settings of a node, with its own folder, so that two nodes can run on this machine. */
  node(release) {
    return {
      roles: 'node',
      env: {
        INTERNAL_URL: '',
        PUBLIC_URL: '',
        NODE_WORK_DIR: join(this.folder, `node-${release}`),
        PORT_RANGE: release === 'old' ? '21000-21999' : '22000-22999',
      },
    };
  }
}
