import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, type CliResult } from '@portolan/cli/testing';
import { TestAuthority, tlsSettings } from '@portolan/service/testing/auth';
import { eventually, freePorts } from '@portolan/service/testing';
import { containing, startJobs, type JobsService } from './support';

const ROOT = join(__dirname, '..', '..', '..');

/** The development issuer of `npm start`, as a process of its own. */
async function startIssuer(): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePorts();
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'dev-issuer.mjs')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  const url = `http://127.0.0.1:${port}`;
  await eventually('the issuer listens', async () => printed.includes(url));
  return { url, process: child };
}

/** Fetches as a browser does, with cookies and redirects. */
function browser() {
  const cookies = new Map<string, string>();
  return async function open(
    address: URL,
    form?: Record<string, string>,
  ): Promise<{ url: URL; text: string }> {
    const response = await fetch(address, {
      method: form ? 'POST' : 'GET',
      ...(form && { body: new URLSearchParams(form) }),
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    return location ? open(new URL(location, address)) : { url: address, text };
  };
}

const hidden = (html: string): string => /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? '';

describe('logging in with the command portolan', () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'portolan-cli-login-'));
  });
  const cli = (words: readonly string[], onStderr?: (text: string) => void): Promise<CliResult> =>
    runCli(words, { env: { XDG_CONFIG_HOME: home }, ...(onStderr && { onStderr }) });

  it('[CLI-CONFIG-4] [CLI-CONFIG-3] takes the device flow, keeps the token for its owner only, and sends it', async () => {
    const issuer = await startIssuer();
    let service: JobsService | undefined;
    try {
      service = await startJobs({
        env: { AUTH_MODE: 'oauth2', AUTH_ISSUER: issuer.url, AUTH_AUDIENCE: 'portolan', ROLES: 'api' },
      });
      await cli(['context', 'add', 'tests', '--jobs', service.url, '--issuer', issuer.url]);
      const before = await cli(['job', 'list']);
      expect([before.code, before.stderr]).toEqual([3, containing('portolan context login')]);

      let prompt = '';
      const login = cli(['context', 'login'], (text) => (prompt += text));
      await eventually('the code is shown', async () => prompt.includes('confirm the code'));
      const [, address = ''] = /Open (\S+)/.exec(prompt) ?? [];
      const open = browser();
      const code = new URL(address).searchParams.get('user_code') ?? '';
      const enter = await open(new URL('/device', issuer.url));
      const confirm = await open(enter.url, { xsrf: hidden(enter.text), user_code: code });
      const role = await open(confirm.url, { xsrf: hidden(confirm.text), user_code: code, confirm: 'yes' });
      await open(role.url, { role: 'reader' });
      expect(await login).toMatchObject({ code: 0, stdout: containing('logged in to tests') });

      expect((await stat(join(home, 'portolan', 'credentials.json'))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(home, 'portolan', 'config.yaml'), 'utf8')).toContain(`jobs: ${service.url}`);
      expect((await cli(['job', 'list'])).code).toBe(0);
      const refused = await cli(['job', 'kill', 'x']);
      expect([refused.code, refused.stderr]).toEqual([3, containing('answered 403')]);
      await cli(['context', 'logout']);
      expect((await cli(['job', 'list'])).code).toBe(3);
    } finally {
      issuer.process.kill();
      await service?.stop();
    }
  });

  it('[CLI-CONFIG-5] uses a client certificate and an authority of the context', async () => {
    const authority = await TestAuthority.create();
    const { settings, remove } = await tlsSettings(authority);
    const service = await startJobs({
      env: { ...settings, AUTH_MODE: 'x509', AUTH_X509_ROLES: 'ann=reader', ROLES: 'api' },
    });
    try {
      const { cert, key } = await authority.client('CN=ann');
      const [certFile, keyFile] = [join(home, 'ann.crt'), join(home, 'ann.key')];
      await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)]);
      const { TLS_CA_FILE: ca = '' } = settings;
      const withoutCertificate = ['context', 'add', 'tls', '--jobs', service.url, '--ca-file', ca];
      await cli(withoutCertificate);
      expect((await cli(['job', 'list', '--context', 'tls'])).stderr).toContain('answered 401');
      await cli([...withoutCertificate, '--cert-file', certFile, '--key-file', keyFile]);
      expect((await cli(['job', 'list', '--context', 'tls'])).code).toBe(0);
      expect((await cli(['job', 'list', '--context', 'tls', '--ca-file', certFile])).code).toBe(4);
      expect((await cli(['job', 'list', '--key-file', ''])).code).toBe(2);
    } finally {
      await service.stop();
      remove();
    }
  });
});
