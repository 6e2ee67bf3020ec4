/** nginx with the configuration of docs/console.md: the console and the three services at one origin. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../lib/commands.mjs';
import { waitFor } from '../lib/network.mjs';
import { LOOPBACK, ROOT, urlOf } from '../lib/settings.mjs';

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

export class Nginx {
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
