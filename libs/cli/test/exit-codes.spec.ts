import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CLI_PROCESS, runCli } from '../src/testing/index.ts';

describe('the exit code of the command portolan', () => {
  it('[CLI-EXIT-9] is 0 for a group without a command, whose help is on stdout', async () => {
    for (const group of [[], ['job'], ['history'], ['context']]) {
      const help = await runCli([...group, '--help']);
      expect(help.stdout).toContain(`Usage: ${['portolan', ...group].join(' ')} [options] [command]`);
      expect(await runCli(group)).toEqual({ code: 0, stdout: help.stdout, stderr: '' });
      expect(await runCli(['-o', 'json', ...group])).toEqual({ code: 0, stdout: help.stdout, stderr: '' });
    }
    expect((await runCli(['job', 'nothing'])).code).toBe(2);
    expect((await runCli(['job', '--nothing'])).code).toBe(2);
  });

  it('[CLI-EXIT-10] is 70 for an error that the command did not foresee, never that of a failed job', async () => {
    const stdin = new Readable({ read: () => void stdin.destroy(new Error('a fault')) });
    const { code, stderr } = await runCli(['context', 'login', '--with-token'], { stdin });
    expect([code, stderr]).toEqual([70, 'portolan: unexpected: a fault\n  PORTOLAN_DEBUG=1 shows where\n']);
  });

  it('[CLI-EXIT-10] [CLI-EXIT-2] is 70, or 125 with --follow, for an error outside of all that is awaited', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portolan-cli-fault-'));
    const fault = join(folder, 'fault.cjs');
    await writeFile(
      fault,
      `process.on('newListener', (name) => {
        if (name === 'uncaughtException') process.nextTick(() => { throw new Error('a fault'); });
      });`,
    );
    const faulty = async (...words: string[]) => {
      const child = spawn(process.execPath, ['--require', fault, ...CLI_PROCESS, ...words], {
        env: { ...process.env, XDG_CONFIG_HOME: folder },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
      return [child.exitCode, stderr];
    };
    const message = 'portolan: unexpected: a fault\n  PORTOLAN_DEBUG=1 shows where\n';
    expect(await faulty('job', 'list')).toEqual([70, message]);
    expect(await faulty('job', 'submit', '--follow', 'job.yaml')).toEqual([125, message]);
  });
});
