/** The services and the console of a test run or of the pictures, with something to see in each. */
import { join } from 'node:path';
import { Bench, freePort } from '../../bench/lib/system.mjs';
import { pack } from '../lib/pack.mjs';
import { CONSOLE, consoleOrigins } from '../lib/console-page.mjs';
import { ROOT, serviceUrls } from '../lib/settings.mjs';
import { JobsContent, fillStreams } from './content.mjs';
import { Relay } from './relay.mjs';

/** The browser reaches job orchestration by a relay, which can be cut. */
export class ConsoleSystem {
  #bench = new Bench();

  /** Starts everything and fills it. @param streams the examples to run as streaming jobs */
  async start({ streams = ['sine-stream'] } = {}) {
    const port = await freePort();
    const env = {
      CORS_ORIGINS: consoleOrigins(port),
      RECORDED_CLOUD_DIR: join(ROOT, 'examples', 'recorded-cloud'),
      ATTACHMENTS_DIR: join(this.#bench.folder, 'attachments'),
      ARCHIVE_DIR: join(this.#bench.folder, 'archives'),
      CRAWL_INTERVAL_MS: '1000',
    };
    this.urls = await this.#bench.services(['jobs', 'history', 'streams'], env);
    this.relay = new Relay(this.urls.jobs);
    const reached = { ...this.urls, jobs: await this.relay.open() };
    const page = { env: serviceUrls((key) => reached[key]), path: CONSOLE.health, port };
    this.url = await this.#bench.serve(CONSOLE.app, [CONSOLE.program], page);
    const artifacts = await this.#artifacts(streams);
    this.jobs = new JobsContent(this.urls.jobs);
    await this.jobs.fill(artifacts);
    [this.stream] = await fillStreams(this.urls.streams, artifacts, streams);
    return this;
  }

  /** Kills job orchestration. @returns a function that starts it again */
  killJobs() {
    return this.#bench.kill(this.urls.jobs);
  }

  async #artifacts(names) {
    const folder = join(this.#bench.folder, 'artifacts');
    for (const name of names) await pack(name, folder);
    return this.#bench.serve('artifacts', ['tools/artifact-store.mjs'], { env: { ARTIFACTS_DIR: folder } });
  }

  async end() {
    await this.relay?.cut();
    await this.#bench.end();
  }
}
