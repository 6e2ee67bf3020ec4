/** A console with much to show: 100,000 jobs, and a stream of 5,000 events a second. */
import { Bench } from '../../bench/lib/system.mjs';
import { consolePort, startConsole } from '../../bench/console/lib/console.mjs';
import { storeJobs } from '../../bench/jobs/lib/stored-jobs.mjs';
import { startSinks } from '../../bench/streams/lib/sinks.mjs';

export const JOBS = 100_000;
const EVENTS_PER_SECOND = 5000;

export class LargeConsole {
  #bench = new Bench();

  /** Starts the services, fills them, and starts the console. */
  async start() {
    const { port, env } = await consolePort();
    const [jobs, { streams, jobId }] = await Promise.all([this.#jobs(env), this.#stream(env)]);
    this.stream = jobId;
    this.url = await startConsole(this.#bench, port, { jobs, streams });
  }

  async #jobs(env) {
    const DATABASE_URL = await this.#bench.database('large');
    const url = await this.#bench.service('jobs', { ...env, DATABASE_URL, ROLES: 'api' });
    await storeJobs(DATABASE_URL, JOBS);
    return url;
  }

  async #stream(env) {
    const { stop, ...started } = await startSinks(this.#bench, 1, {
      env,
      eventsPerSecond: EVENTS_PER_SECOND,
    });
    this.#stop = stop;
    return started;
  }

  #stop = async () => {};

  async end() {
    await this.#stop();
    await this.#bench.end();
  }
}
