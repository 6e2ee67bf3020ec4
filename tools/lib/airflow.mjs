/** A real Airflow with a database of its own: scheduler, triggerer, DAG processor and API servers. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { runOrFail } from './commands.mjs';
import { Failure, indented } from './console.mjs';
import { send } from './http.mjs';
import { freePort, statusOf, waitFor } from './network.mjs';
import { descendantsOf, identityOf } from './process-identity.mjs';
import { sweep } from './processes.mjs';
import { ROOT } from './settings.mjs';

/** The folder of the Python package. */
export const AIRFLOW_PROVIDER = join(ROOT, 'clients', 'airflow');

const READY_MS = 120_000;
const GRACE_MS = 10_000;

/**
 * The arguments of each part. The API of tasks has a server of its own: the other one writes its log of actions in its event
 * loop, and with one SQLite file that waits for writers of the same server, which wait for the loop.
 */
const PARTS = {
  'api-server': ['api-server', '--apps', 'core'],
  'task-api-server': ['api-server', '--apps', 'execution'],
  scheduler: ['scheduler', '--skip-serve-logs'],
  triggerer: ['triggerer', '--skip-serve-logs'],
  'dag-processor': ['dag-processor'],
};

function settings(folder, port, taskPort) {
  const values = {
    CORE: {
      DAGS_FOLDER: join(folder, 'dags'),
      LOAD_EXAMPLES: 'False',
      TEST_CONNECTION: 'Enabled',
      DAGS_ARE_PAUSED_AT_CREATION: 'False',
      PARALLELISM: '4',
      SIMPLE_AUTH_MANAGER_ALL_ADMINS: 'True',
      EXECUTION_API_SERVER_URL: `http://127.0.0.1:${taskPort}/execution/`,
      FERNET_KEY: '',
    },
    API: { HOST: '127.0.0.1', PORT: port, BASE_URL: `http://127.0.0.1:${port}`, SECRET_KEY: secret() },
    API_AUTH: { JWT_SECRET: secret() },
    // A killed triggerer is replaced after this time.
    TRIGGERER: { JOB_HEARTBEAT_SEC: '1', TRIGGERER_HEALTH_CHECK_THRESHOLD: '6' },
    SCHEDULER: { SCHEDULER_IDLE_SLEEP_TIME: '0.3', TRIGGER_TIMEOUT_CHECK_INTERVAL: '1' },
    // A running task learns with a heartbeat that it was marked.
    WORKERS: { MIN_HEARTBEAT_INTERVAL: '1' },
    USAGE_DATA_COLLECTION: { ENABLED: 'False' },
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([section, options]) =>
      Object.entries(options).map(([name, value]) => [`AIRFLOW__${section}__${name}`, String(value)]),
    ),
  );
}

const secret = () => randomBytes(24).toString('hex');

export class Airflow {
  #programs;
  #folder;
  #env;
  #url;
  #taskPort;
  #parts = new Map();
  #written = Promise.resolve();

  /**
   * @param programs folder of the program `airflow`
   * @param folder of its data; its `dags` has the DAGs
   */
  constructor(programs, folder) {
    this.#programs = programs;
    this.#folder = folder;
  }

  get #database() {
    return join(this.#folder, 'airflow.db');
  }

  /** Starts all parts and waits until they are ready. @param env variables of all processes */
  async start(env) {
    const [port, taskPort] = [await freePort(), await freePort()];
    this.#url = `http://127.0.0.1:${port}`;
    this.#taskPort = taskPort;
    const own = {
      AIRFLOW_HOME: this.#folder,
      // Titles of processes leave their environment readable, by which a test run finds what it left behind.
      SPT_NOENV: '1',
      AIRFLOW__DATABASE__SQL_ALCHEMY_CONN: `sqlite:///${this.#database}?timeout=60`,
    };
    this.#env = { ...settings(this.#folder, port, taskPort), ...own, ...env };
    mkdirSync(join(this.#folder, 'output'), { recursive: true });
    const program = join(this.#programs, 'airflow');
    await runOrFail('creating the database of Airflow', program, ['db', 'migrate'], { env: this.#env });
    // The API server reads in its event loop: without a log beside the file it would wait for its own writers, and they for it.
    const useLog = `import sqlite3; sqlite3.connect(${JSON.stringify(this.#database)}).execute("PRAGMA journal_mode=WAL")`;
    await runOrFail('preparing the database of Airflow', join(this.#programs, 'python'), ['-c', useLog]);
    for (const name of Object.keys(PARTS)) this.#launch(name);
    const ready = await waitFor(() => this.#isHealthy(), {
      timeoutMs: READY_MS,
      everyMs: 250,
      gone: () => [...this.#parts.values()].some(({ exitCode }) => exitCode !== null),
    });
    if (!ready) throw new Failure(`Airflow did not become ready\n${this.#outputs()}`);
  }

  /** Kills a part without warning, and starts it again. */
  async replace(name) {
    const part = this.#parts.get(name);
    const exit = once(part, 'exit');
    const left = descendantsOf(part.pid);
    part.kill('SIGKILL');
    await exit;
    await end(left);
    this.#launch(name);
  }

  /** Sends a request below `/api/v2/`, or to an absolute path, and returns the JSON of the response; undefined for 404. */
  async request(method, path, body) {
    if (method === 'GET') return this.#request(method, path);
    // One write after the other, for the same reason as the two API servers.
    const written = this.#written.then(() => this.#request(method, path, body));
    this.#written = written.catch(() => {});
    return written;
  }

  async end() {
    const all = [...this.#parts.values()].filter(
      ({ exitCode, signalCode }) => exitCode === null && !signalCode,
    );
    const mine = all.map(({ pid }) => ({ pid, identity: identityOf(pid) }));
    await end([...mine, ...mine.flatMap(({ pid }) => descendantsOf(pid))]);
  }

  #launch(name) {
    const log = openSync(join(this.#folder, 'output', name), 'a');
    const own = name === 'task-api-server' ? { AIRFLOW__API__PORT: String(this.#taskPort) } : {};
    const child = spawn(join(this.#programs, 'airflow'), PARTS[name], {
      cwd: this.#folder,
      env: { ...process.env, ...this.#env, ...own },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#parts.set(name, child);
  }

  async #request(method, path, body) {
    const { status, text, json } = await send(method, new URL(path, `${this.#url}/api/v2/`), { body });
    if (status === 404) return undefined;
    if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`);
    return json;
  }

  async #isHealthy() {
    try {
      if ((await statusOf(`http://127.0.0.1:${this.#taskPort}/execution/health`)) !== 200) return false;
      const health = await this.request('GET', 'monitor/health');
      return ['scheduler', 'triggerer', 'dag_processor'].every(
        (name) => health?.[name]?.status === 'healthy',
      );
    } catch {
      return false;
    }
  }

  #outputs() {
    const lastLines = (name) =>
      readFileSync(join(this.#folder, 'output', name), 'utf8')
        .trimEnd()
        .split('\n')
        .slice(-15);
    return Object.keys(PARTS)
      .map((name) => `${name}:\n${indented(lastLines(name))}`)
      .join('\n');
  }
}

/** Ends processes: SIGTERM first. */
const end = (records) =>
  sweep(() => records.filter(({ pid, identity }) => identity && identityOf(pid) === identity), GRACE_MS);
