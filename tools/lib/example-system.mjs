/** The three services of a test run with the examples that a client can use: a cluster, a command, a job cluster, a recorded cloud. */
import { join } from 'node:path';
import { Bench } from '../../bench/lib/system.mjs';
import { exampleFile } from './examples.mjs';
import { send } from './http.mjs';
import { pack } from './pack.mjs';
import { ROOT } from './settings.mjs';

export class ExampleSystem {
  #bench = new Bench();

  /** Starts everything. */
  async start() {
    this.urls = await this.#bench.services(['jobs', 'history', 'streams'], {
      RECORDED_CLOUD_DIR: join(ROOT, 'examples', 'recorded-cloud'),
      ATTACHMENTS_DIR: join(this.#bench.folder, 'attachments'),
      ARCHIVE_DIR: join(this.#bench.folder, 'archives'),
      CRAWL_INTERVAL_MS: '1000',
      // The first refresh fails when the database is slow to accept connections.
      CACHE_REFRESH_MS: '2000',
    });
    for (const kind of ['cluster', 'command'])
      await this.#create('jobs', `api/v3/${kind}s`, exampleFile('word-count-batch', `${kind}.json`, ''));
    const folder = join(this.#bench.folder, 'artifacts');
    await pack('sine-stream', folder);
    const artifacts = await this.#bench.serve('artifacts', ['tools/artifact-store.mjs'], {
      env: { ARTIFACTS_DIR: folder },
    });
    await this.#create(
      'streams',
      'api/v1/jobClusters',
      exampleFile('sine-stream', 'cluster.json', artifacts),
    );
    return this;
  }

  async #create(service, path, body) {
    const { status, text } = await send('POST', `${this.urls[service]}/${path}`, { body });
    if (status >= 400) throw new Error(`${path} of ${service} answered ${status}: ${text.slice(0, 300)}`);
  }

  end() {
    return this.#bench.end();
  }
}
