/** The services of one fuzz run: databases that can be taken away, and further replicas with other settings. */
import { basename, join } from 'node:path';
import process from 'node:process';
import { Bench } from '../../bench/lib/system.mjs';
import { programOf } from '../lib/build.mjs';
import { pack } from '../lib/pack.mjs';
import { LOOPBACK, SERVICES, nodeArguments } from '../lib/settings.mjs';
import { databaseServer } from '../lib/test-data.mjs';
import { Gateway } from './proxy.mjs';

const MYSQL_PORT = 3306;
const EXAMPLE = 'sine-stream';

export class FuzzSystem extends Bench {
  #gateway;
  #settings = new Map();

  static async create() {
    const system = new FuzzSystem();
    system.#gateway = await Gateway.to(new URL(databaseServer()), MYSQL_PORT);
    return system;
  }

  /** As every database of a run, but reached through the gateway. */
  async database(name) {
    const url = new URL(await super.database(name));
    url.host = `${LOOPBACK}:${this.#gateway.port}`;
    return url.href;
  }

  async serve(name, args, options) {
    this.#settings.set(name, options.env);
    return super.serve(name, args, options);
  }

  /** Another replica of a running service, with more settings. */
  async replica(key, env, path = '/health/ready') {
    const service = SERVICES.find((one) => one.key === key);
    const { app } = service;
    const own = this.#settings.get(app);
    const settings = { ...own, ROLES: 'api', ...env };
    delete settings.PUBLIC_URL;
    return super.serve(`${app}-replica`, [...nodeArguments(service), programOf(app, 'main')], {
      env: settings,
      path,
    });
  }

  /** A file store with the artifact of a streaming job. @returns the artifact's address */
  async artifact() {
    const folder = join(this.folder, 'artifacts');
    const [{ path }] = await pack(EXAMPLE, folder);
    const url = await super.serve('artifacts', ['tools/artifact-store.mjs'], {
      env: { ARTIFACTS_DIR: folder },
    });
    return `${url}/${basename(path)}`;
  }

  /** Does `work` while no service reaches its database. */
  async withoutDatabase(work) {
    this.#gateway.cut();
    try {
      return await work();
    } finally {
      this.#gateway.mend();
    }
  }

  async end() {
    await super.end();
    this.#gateway.close();
  }
}

/** Ends with the process, too. */
export function endOnExit(system) {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      system.end().finally(() => process.exit(130));
    });
}
