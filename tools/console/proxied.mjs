/** The services and the console at one origin, behind nginx, with tokens demanded. */
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Bench, freePort } from '../../bench/lib/system.mjs';
import { CONSOLE } from '../lib/services.mjs';
import { serveExamples } from '../lib/examples.mjs';
import { ISSUER, settingsOf, tokenFor } from '../lib/dev-issuer.mjs';
import { LOOPBACK, SERVICES, serviceUrls, urlOf, ROOT } from '../lib/settings.mjs';
import { JobsContent, RecordedCloud, fillStreams } from './content.mjs';
import { findProgram } from '../lib/commands.mjs';
import { waitFor } from '../lib/network.mjs';

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

/** Returns the configuration of the page, with other addresses and without TLS. */
function documentedServer(port, targets) {
  const page = readFileSync(join(ROOT, 'docs', 'console.md'), 'utf8');
  const [, text] = /```text\n(map \$http_upgrade[^]*?)```/.exec(page);
  return Object.entries(targets).reduce(
    (config, [documented, url]) => config.replace(`http://127.0.0.1:${documented}`, url),
    text.replace(/listen 443 ssl;.*/, `listen ${LOOPBACK}:${port};`),
  );
}

const FILES = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

class Nginx {
  /**
   * Starts it. @param folder for its files
   * @param targets addresses by the port that stands for them in the page
   * @returns its address
   */
  async start(folder, port, targets) {
    mkdirSync(folder, { recursive: true });
    const temporary = FILES.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
    const server = documentedServer(port, targets);
    const file = join(folder, 'nginx.conf');
    writeFileSync(
      file,
      `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};\n` +
        `events {}\nhttp { access_log off; ${temporary}\n${server}\n}\n`,
    );
    const url = urlOf(port);
    this.child = spawn(findProgram('nginx'), ['-p', folder, '-c', file], { stdio: 'ignore' });
    const isReady = () =>
      fetch(`${url}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      );
    if (!(await waitFor(isReady, { timeoutMs: 60_000 })))
      throw new Error(`nginx does not answer; see ${folder}`);
    return url;
  }

  async end() {
    if (!this.child || this.child.exitCode !== null) return;
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }
}
