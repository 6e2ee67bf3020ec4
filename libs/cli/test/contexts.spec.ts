import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../src/testing/index.ts';

it('[CLI-CONFIG-7] lists the contexts, with the user when one has a user', async () => {
  const env = { XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'portolan-cli-contexts-')) };
  const list = async (): Promise<string> => (await runCli(['context', 'list'], { env })).stdout;
  await runCli(['context', 'add', 'lab', '--jobs', 'http://lab'], { env });
  expect(await list()).toBe('   NAME  JOBS        HISTORY  STREAMS\n*  lab   http://lab  -        -\n');
  await runCli(['context', 'add', 'prod', '--jobs', 'http://prod', '--user', 'ann'], { env });
  expect(await list()).toMatch(/^ {3}NAME +JOBS +HISTORY +STREAMS +USER\n\* +lab .* -\n +prod .* ann\n$/);
});

it('[CLI-CONFIG-4] keeps the settings of a login for the context that it makes', async () => {
  const env = { XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'portolan-cli-login-')) };
  const login = ['context', 'login', '--with-token', '--user', 'ann', '--issuer', 'https://issuer'];
  expect((await runCli(login, { env, stdin: 'a.b.c\n' })).code).toBe(0);
  const { stdout } = await runCli(['context', 'list', '-o', 'json'], { env });
  expect(JSON.parse(stdout)).toEqual([
    expect.objectContaining({ name: 'local', user: 'ann', issuer: 'https://issuer' }),
  ]);
});

it('[CLI-CONFIG-8] refuses a login without a chosen context that would replace a context', async () => {
  const env = { XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'portolan-cli-replace-')) };
  const shown = async (): Promise<string> =>
    (await runCli(['context', 'list', '-o', 'json'], { env })).stdout;
  await runCli(['context', 'add', 'prod', '--jobs', 'http://prod'], { env });
  await runCli(['context', 'add', 'local', '--jobs', 'http://mine', '--user', 'ann'], { env });
  await runCli(['context', 'delete', 'prod', '--yes'], { env });
  const before = await shown();
  for (const words of [['--with-token'], ['--issuer', 'http://127.0.0.1:1']]) {
    const refused = await runCli(['context', 'login', ...words], { env, stdin: 'a.b.c\n' });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('context use local')]);
  }
  expect(await shown()).toBe(before);
  const chosen = ['context', 'login', '--with-token', '--context', 'local'];
  expect((await runCli(chosen, { env, stdin: 'a.b.c\n' })).code).toBe(0);
  expect(await shown()).toBe(before);
});
