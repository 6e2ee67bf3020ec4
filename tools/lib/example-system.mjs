/** The three services of a test run with the examples that a client can use: a cluster, a command, a job cluster, a recorded cloud. */
import { join } from 'node:path';
import { Bench } from '../../bench/lib/system.mjs';
import { exampleFile, serveExamples } from './examples.mjs';
import { send } from './http.mjs';
import { ROOT } from './settings.mjs';

export class ExampleSystem {
  #bench = new Bench();

  /** Starts services, all of them by default, and loads their examples. */
  async start(keys = ['jobs', 'history', 'streams']) {
    this.urls = await this.#bench.services(keys, {
      RECORDED_CLOUD_DIR: join(ROOT, 'examples', 'recorded-cloud'),
      CRAWL_INTERVAL_MS: '1000',
      // The first refresh fails when the database is slow to accept connections.
      CACHE_REFRESH_MS: '2000',
    });
    if (keys.includes('jobs')) await this.#loadJobs();
    if (keys.includes('streams')) await this.#loadStreams();
    return this;
  }

  /** Restarts a service; the processes of its jobs run on. */
  restart(key) {
    return this.#bench.restart(this.urls[key]);
  }

  async #loadJobs() {
    for (const kind of ['cluster', 'command'])
      await this.#create('jobs', `api/v3/${kind}s`, exampleFile('word-count-batch', `${kind}.json`, ''));
  }

  async #loadStreams() {
    const { url } = await serveExamples(this.#bench, ['sine-stream']);
    await this.#create('streams', 'api/v1/jobClusters', exampleFile('sine-stream', 'cluster.json', url));
  }

  async #create(service, path, body) {
    const { status, text } = await send('POST', `${this.urls[service]}/${path}`, { body });
    if (status >= 400) throw new Error(`${path} of ${service} answered ${status}: ${text.slice(0, 300)}`);
  }

  end() {
    return this.#bench.end();
  }
}
