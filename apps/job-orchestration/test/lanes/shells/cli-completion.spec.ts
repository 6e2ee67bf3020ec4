import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CLI_PROCESS, runCli } from '@portolan/cli/testing';
import { eventually } from '@portolan/service/testing';
import { register, startJobs, type JobsService } from '../../support';

const TAB = '\t';
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

describe('completion in zsh and fish', () => {
  let service: JobsService;
  let folder: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    service = await startJobs();
    await register(service.client);
    await service.client.submit({ id: 'in-the-shell', commandArgs: `'echo followed in the shell'` });
    await service.client.ended('in-the-shell');
    folder = await mkdtemp(join(tmpdir(), 'portolan-shells-'));
    const line = [process.execPath, ...CLI_PROCESS].map(quoted).join(' ');
    await writeFile(join(folder, 'portolan'), `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 });
    for (const shell of ['zsh', 'fish'])
      await writeFile(join(folder, shell), (await runCli(['completion', shell])).stdout);
    env = {
      ...process.env,
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      PORTOLAN_JOBS_URL: service.url,
      PORTOLAN_COMPLETE_MS: '30000',
    };
  });
  afterAll(() => service.stop());

  it('[CLI-COMPLETE-2] zsh completes an id with the printed script, and runs the completed line', async () => {
    const zsh = spawn('script', ['-qefc', 'stty cols 200; exec zsh -f -i', '/dev/null'], {
      env: { ...env, SHELL: '/bin/sh', TERM: 'xterm' },
    });
    const ended = once(zsh, 'close');
    let seen = '';
    zsh.stdout.on('data', (bytes: Buffer) => (seen += bytes.toString()));
    const shows = (what: RegExp): Promise<unknown> =>
      eventually(`the terminal shows ${what}`, async () => what.test(seen));
    zsh.stdin.write(`autoload -Uz compinit; compinit -D -u; source ${folder}/zsh; echo re''ady\r`);
    await shows(/\nready/);
    zsh.stdin.write(`portolan job logs in-${TAB}`);
    await shows(/in-the-shell/);
    zsh.stdin.write('\r');
    await shows(/followed in the shell/);
    zsh.stdin.write('exit\r');
    expect((await ended)[0]).toBe(0);
  });

  it('[CLI-COMPLETE-2] fish completes commands, and ids with what they are, with the printed script', async () => {
    const script = `source ${folder}/fish; complete -C 'portolan job lo'; complete -C 'portolan job logs in-'`;
    // Not synchronously: the service runs in this process.
    const fish = spawn('fish', ['--no-config', '-c', script], { env });
    const printed = await Promise.all([text(fish.stdout), text(fish.stderr)]);
    expect(printed).toEqual([expect.stringMatching(/^logs\t.*\nin-the-shell\ttest, SUCCEEDED\n$/), '']);
  });
});
