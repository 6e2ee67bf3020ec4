import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ConfigFiles } from '../src/config/config-file.ts';
import { CLI_PROCESS, runCli, type CliResult } from '../src/testing/index.ts';

const home = (): string => mkdtempSync(join(tmpdir(), 'portolan-cli-files-'));
const add = (folder: string): Promise<CliResult> =>
  runCli(['context', 'add', 'lab', '--jobs', 'http://lab'], { env: { XDG_CONFIG_HOME: folder } });

describe('the files of the command', () => {
  it('[CLI-EXIT-11] are named when they cannot be written, with the cause', async () => {
    const [folder, inTheWay] = [home(), home()];
    writeFileSync(join(inTheWay, 'portolan'), '');
    expect(await add(inTheWay)).toMatchObject({
      code: 70,
      stderr: `portolan: cannot create ${join(inTheWay, 'portolan')}: a file is in the way\n`,
    });
    // Not even root can write below /proc, and a recursive mkdir would try for ever.
    expect((await add('/proc/portolan')).stderr).toContain('cannot create /proc/portolan');
    expect((await add(folder)).code).toBe(0);
    expect(readdirSync(join(folder, 'portolan'))).toEqual(['config.yaml']);
  });

  it('[CLI-CONFIG-3] are in the home of the user when HOME is empty, not in the present folder', () => {
    expect(new ConfigFiles({ HOME: '' }).configPath).toBe(
      join(userInfo().homedir, '.config/portolan/config.yaml'),
    );
  });

  it.each([['--help'], ['--version'], ['context', 'list'], ['job']])(
    '[CLI-EXIT-11] so is the output: %s on a full disk',
    async (...words) => {
      const full = openSync('/dev/full', 'w');
      const env = { ...process.env, XDG_CONFIG_HOME: home() };
      const child = spawn(process.execPath, [...CLI_PROCESS, ...words], {
        env,
        stdio: ['ignore', full, 'pipe'],
      });
      closeSync(full);
      const [stderr] = await Promise.all([text(child.stderr!), once(child, 'close')]);
      expect([child.exitCode, stderr]).toEqual([70, 'portolan: cannot write the output: ENOSPC\n']);
    },
  );

  it.each(['contexts: [1]', 'contexts: { lab: 5 }', 'current: [a]', '"text"', '- a'])(
    '[CLI-CONFIG-3] are refused with %s as the configuration',
    async (content) => {
      const folder = home();
      mkdirSync(join(folder, 'portolan'));
      writeFileSync(join(folder, 'portolan', 'config.yaml'), content);
      const { code, stderr } = await add(folder);
      expect([code, stderr]).toEqual([2, expect.stringContaining('config.yaml must have contexts')]);
    },
  );

  it.each(['', 'contexts:', 'current:'])('[CLI-CONFIG-3] may be empty: "%s"', async (content) => {
    const folder = home();
    mkdirSync(join(folder, 'portolan'));
    writeFileSync(join(folder, 'portolan', 'config.yaml'), content);
    expect((await add(folder)).code).toBe(0);
  });

  it('[CLI-CONFIG-3] are refused when they are folders, or logins without a JSON object', async () => {
    const folder = home();
    await add(folder);
    const list = (): Promise<CliResult> =>
      runCli(['job', 'list', '--jobs', 'http://127.0.0.1:1'], { env: { XDG_CONFIG_HOME: folder } });
    writeFileSync(join(folder, 'portolan', 'credentials.json'), 'null');
    const refused = await list();
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('credentials.json has no JSON object'),
    ]);
    mkdirSync(join(folder, 'other', 'portolan', 'config.yaml'), { recursive: true });
    const { stderr } = await add(join(folder, 'other'));
    expect(stderr).toContain('config.yaml is a folder, not a file');
  });
});
