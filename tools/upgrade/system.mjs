/** Replicas of two releases on the same databases, queues and addresses. */
import { once } from 'node:events';
import net from 'node:net';
import { basename, join } from 'node:path';
import process from 'node:process';
import { Bench, freePort } from '../../bench/lib/system.mjs';
import { programOf } from '../lib/build.mjs';
import { run } from '../lib/commands.mjs';
import { withConnection } from '../lib/databases.mjs';
import { pack } from '../lib/pack.mjs';
import { statusOf, waitFor } from '../lib/network.mjs';
import { columnsOf } from '../lib/schema-changes.mjs';
import { LOOPBACK, ROOT, SERVICES, nodeArguments, urlOf } from '../lib/settings.mjs';

/** Everything takes its time on a machine that has other things to do. */
const PATIENCE_MS = 180_000;

/** One address in front of the replicas of a service, as an ingress is: the newest that is `ready` is asked. */
class Address {
  #server = net.createServer((near) => this.#join(near));
  target = 0;

  async listen() {
    this.#server.listen(0, LOOPBACK);
    await once(this.#server, 'listening');
    return this;
  }

  get url() {
    return urlOf(this.#server.address().port);
  }

  close() {
    this.#server.close();
  }

  #join(near) {
    const far = net.connect(this.target, LOOPBACK);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
      one.pipe(other);
    }
  }
}

/** A process of one release. */
export class Replica {
  constructor(name, child, port) {
    Object.assign(this, { name, child, url: urlOf(port), port });
  }

  /** Ends as a replica that is exchanged does. */
  async stop() {
    if (this.child.exitCode !== null) return;
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }
}

export class UpgradeSystem extends Bench {
  /** By key of the service. */
  addresses = {};
  #databases = {};
  #count = 0;

  static async create(previous) {
    const system = new UpgradeSystem();
    system.releases = { old: previous, new: ROOT };
    for (const { key } of SERVICES) {
      system.addresses[key] = await new Address().listen();
      system.#databases[key] = await system.database(key);
    }
    return system;
  }

  url(key) {
    return this.addresses[key].url;
  }

  /** Applies the migrations of a release to all databases, whoever runs on them; like a Job, again when it failed. */
  async migrate(release) {
    for (const { key, app } of SERVICES) {
      const program = join(this.releases[release], programOf(app, 'migrate'));
      const env = { ...process.env, ...this.#settings(key) };
      let tail = [];
      const done = await waitFor(
        async () => {
          const ended = await run(process.execPath, [program], { env });
          tail = ended.tail;
          return ended.code === 0;
        },
        { timeoutMs: PATIENCE_MS },
      );
      if (!done) throw new Error(`${app}: ${tail.join('\n')}`);
    }
  }

  /** All columns of the database of a service. */
  columns(key) {
    return withConnection(this.#databases[key], columnsOf);
  }

  /** Starts a replica of a release. With `front` the address of its service leads to it from now on. */
  async replica(release, key, { roles, front = false, env = {} }) {
    const service = SERVICES.find((one) => one.key === key);
    const [name, port] = [`${release}-${key}-${roles}-${(this.#count += 1)}`, await freePort()];
    const program = join(this.releases[release], programOf(service.app, 'main'));
    const settings = { ...this.#settings(key), ROLES: roles, ...env, PORT: String(port), HOST: LOOPBACK };
    const child = this.start(`upgrade-${name}`, [...nodeArguments(service), program], settings);
    const ready = await waitFor(async () => (await statusOf(`${urlOf(port)}/health/ready`)) === 200, {
      timeoutMs: PATIENCE_MS,
      gone: () => child.exitCode !== null,
    });
    if (!ready) throw new Error(`${name} did not get ready; see .portolan/logs/bench-upgrade-${name}.log`);
    if (front) this.addresses[key].target = port;
    return new Replica(name, child, port);
  }

  /** The artifact of an example, where nodes can fetch it. */
  async artifact(example) {
    const folder = join(this.folder, 'artifacts');
    const made = await pack(example, folder);
    const zip = made.map(({ path }) => basename(path)).find((name) => name.endsWith('.zip'));
    const url = await this.serve('upgrade-artifacts', ['tools/artifact-store.mjs'], {
      env: { ARTIFACTS_DIR: folder },
    });
    return `${url}/${zip}`;
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
      HISTORY_URL: this.url('history'),
      JOBS_URL: this.url('jobs'),
      STREAMS_URL: this.url('streams'),
      CRAWL_INTERVAL_MS: '1000',
      CACHE_REFRESH_MS: '500',
      SWEEP_MS: '500',
    };
  }

  /** Settings of a node: a folder of its own, so that two can run on this machine. */
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
