/** The services and the console of a test run, with something to see in each. */
import { join } from 'node:path';
import { Bench, freePort } from '../../bench/lib/system.mjs';
import { exampleFile } from '../lib/examples.mjs';
import { send } from '../lib/http.mjs';
import { pack } from '../lib/pack.mjs';
import { waitFor } from '../lib/network.mjs';
import { CONSOLE, consoleOrigins } from '../lib/console-page.mjs';
import { ROOT, serviceUrls } from '../lib/settings.mjs';

/** Text that would be markup or a script if a screen did not show it as text. */
export const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>';

async function request(method, url, body) {
  const { status, text, json } = await send(method, url, { body });
  if (status >= 400) throw new Error(`${method} ${url} answered ${status}: ${text.slice(0, 300)}`);
  return json;
}

/** A job for the examples' cluster and command. @param script without single quotes */
export const jobRequest = (id, script, more = {}) => ({
  id,
  name: id,
  user: 'ana',
  version: '1',
  commandArgs: `-c '${script}'`,
  clusterCriterias: [{ tags: ['type:shell'] }],
  commandCriteria: ['type:bash'],
  ...more,
});

export class ConsoleSystem {
  #bench = new Bench();

  /** Starts everything and fills it. */
  async start() {
    const port = await freePort();
    const env = {
      CORS_ORIGINS: consoleOrigins(port),
      RECORDED_CLOUD_DIR: join(ROOT, 'examples', 'recorded-cloud'),
      ATTACHMENTS_DIR: join(this.#bench.folder, 'attachments'),
      ARCHIVE_DIR: join(this.#bench.folder, 'archives'),
      CRAWL_INTERVAL_MS: '1000',
    };
    this.urls = await this.#bench.services(['jobs', 'history', 'streams'], env);
    const page = { env: serviceUrls((key) => this.urls[key]), path: CONSOLE.health, port };
    this.url = await this.#bench.serve(CONSOLE.app, [CONSOLE.program], page);
    await this.#fillJobs();
    await this.#fillStreams();
    return this;
  }

  async #fillJobs() {
    const api = `${this.urls.jobs}/api/v3`;
    for (const kind of ['cluster', 'command'])
      await request('POST', `${api}/${kind}s`, exampleFile('word-count-batch', `${kind}.json`, this.url));
    await this.submit(jobRequest('greeting', 'echo hello'));
    await this.ended('greeting');
    await this.submit(jobRequest('broken', 'echo "the disk is full" >&2; exit 3', { name: 'greeting' }));
    await this.submit(jobRequest('sweep', 'exit $((PORTOLAN_ARRAY_INDEX % 2))', { array: { size: 6 } }));
    await this.submit(jobRequest('report', 'true', { dependsOn: [{ id: 'sweep', condition: 'finished' }] }));
    const hostile = { name: HOSTILE, user: HOSTILE, tags: [HOSTILE], description: HOSTILE };
    await this.submit(jobRequest('hostile', 'printf "%s\\n" "$0" "$0" >&2; exit 1', hostile));
    for (const id of ['broken', 'sweep', 'report', 'hostile']) await this.ended(id);
  }

  async #fillStreams() {
    const folder = join(this.#bench.folder, 'artifacts');
    await pack('sine-stream', folder);
    const url = await this.#bench.serve('artifacts', ['tools/artifact-store.mjs'], {
      env: { ARTIFACTS_DIR: folder },
    });
    const api = `${this.urls.streams}/api/v1`;
    await request('POST', `${api}/jobClusters`, exampleFile('sine-stream', 'cluster.json', url));
    const job = { name: 'sine-stream', user: 'ana', jobSla: { durationType: 'Perpetual' } };
    const { jobMetadata } = await request('POST', `${api}/jobClusters/sine-stream/jobs`, job);
    this.stream = jobMetadata.jobId;
  }

  submit(job) {
    return request('POST', `${this.urls.jobs}/api/v3/jobs`, job);
  }

  async ended(id) {
    const over = async () => {
      const { status } = await request('GET', `${this.urls.jobs}/api/v3/jobs/${id}/status`);
      return ['SUCCEEDED', 'FAILED', 'KILLED'].includes(status);
    };
    if (!(await waitFor(over, { timeoutMs: 60_000 })))
      throw new Error(`the job ${id} did not end within 60 s`);
  }

  end() {
    return this.#bench.end();
  }
}
