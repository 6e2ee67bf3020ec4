/** The services and the console of a test run or of the pictures, with something to see in each. */
import { join } from 'node:path';
import { Bench, freePort } from '../../bench/lib/system.mjs';
import { serveExamples } from '../lib/examples.mjs';
import { CONSOLE, consoleOrigins } from '../lib/services.mjs';
import { Gateway } from '../lib/network.mjs';
import { serviceUrls, urlOf } from '../lib/settings.mjs';
import { JobsContent, RecordedCloud, fillStreams } from './content.mjs';

/** The browser reaches job orchestration by a gateway, which can be cut. */
export class ConsoleSystem {
  #bench = new Bench();

  /** Starts everything and fills it. @param streams the examples to run as streaming jobs */
  async start({ streams = ['sine-stream'] } = {}) {
    const port = await freePort();
    const cloud = join(this.#bench.folder, 'recorded-cloud');
    this.cloud = new RecordedCloud(cloud);
    const env = {
      CORS_ORIGINS: consoleOrigins(port),
      RECORDED_CLOUD_DIR: cloud,
      CRAWL_INTERVAL_MS: '1000',
    };
    this.urls = await this.#bench.services(['jobs', 'history', 'streams'], env);
    const { hostname: host, port: jobsPort } = new URL(this.urls.jobs);
    this.gateway = await new Gateway({ host, port: Number(jobsPort) }).listen();
    const reached = { ...this.urls, jobs: urlOf(this.gateway.port) };
    const page = { env: serviceUrls((key) => reached[key]), path: CONSOLE.health, port };
    this.url = await this.#bench.serve(CONSOLE.app, [CONSOLE.program], page);
    ({ url: this.artifacts } = await serveExamples(this.#bench, streams));
    this.jobs = new JobsContent(this.urls.jobs);
    await this.jobs.fill(this.artifacts);
    [this.stream] = await fillStreams(this.urls.streams, this.artifacts, streams);
    return this;
  }

  /** Kills job orchestration. @returns a function that starts it again */
  killJobs() {
    return this.#bench.kill(this.urls.jobs);
  }

  async end() {
    this.gateway?.close();
    await this.#bench.end();
  }
}
