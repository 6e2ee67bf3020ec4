/** The services and the console at one origin, behind nginx, with tokens demanded. */
import { join } from 'node:path';
import { Bench, freePort } from '../../bench/lib/system.mjs';
import { CONSOLE } from '../lib/console-page.mjs';
import { serveExamples } from '../lib/examples.mjs';
import { ISSUER, settingsOf, tokenFor } from '../lib/dev-issuer.mjs';
import { LOOPBACK, SERVICES, serviceUrls, urlOf } from '../lib/settings.mjs';
import { JobsContent, RecordedCloud, fillStreams } from './content.mjs';
import { Nginx } from './nginx.mjs';

export class ProxiedConsole {
  #bench = new Bench();
  #nginx = new Nginx();

  /** Starts everything and fills it, in the name of an admin. */
  async start() {
    const port = await freePort();
    const issuer = await this.#bench.serve(ISSUER.app, [ISSUER.program], { path: ISSUER.health });
    const cloud = join(this.#bench.folder, 'recorded-cloud');
    new RecordedCloud(cloud);
    const urls = await this.#bench.services(
      SERVICES.map(({ key }) => key),
      {
        ...settingsOf(issuer),
        AUTH_MODE: 'oauth2',
        PUBLIC_URL: urlOf(port),
        TRUSTED_PROXIES: LOOPBACK,
        RECORDED_CLOUD_DIR: cloud,
      },
    );
    const env = { ...serviceUrls(() => '/'), LOGIN_ISSUER: issuer };
    const page = await this.#bench.serve(CONSOLE.app, [CONSOLE.program], { env, path: CONSOLE.health });
    const targets = { 7101: urls.streams, 7102: urls.history, 7103: urls.jobs, 7105: page };
    this.url = await this.#nginx.start(join(this.#bench.folder, 'nginx'), port, targets);
    const { url: artifacts } = await serveExamples(this.#bench, ['sine-stream']);
    const token = tokenFor('admin', { issuer });
    await new JobsContent(urls.jobs, token).fill(artifacts);
    await fillStreams(urls.streams, artifacts, ['sine-stream'], token);
  }

  async end() {
    await this.#nginx.end();
    await this.#bench.end();
  }
}
