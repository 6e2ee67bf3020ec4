import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLI_PROCESS, runCli } from '@portolan/cli/testing';
import { eventually } from '@portolan/service/testing';
import { register, startJobs, type JobsService } from './support';

const CTRL_C = '\u0003';
const TAB = '\t';
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** The command in a pseudo-terminal, of Debian's `script`. */
class InTerminal {
  seen = '';
  private readonly process: ChildProcess;
  private readonly ended: Promise<unknown[]>;

  /** @param line the command line. @default the command with `words` */
  constructor(
    words: readonly string[],
    env: Record<string, string>,
    line = [process.execPath, ...CLI_PROCESS, ...words].map(quoted).join(' '),
  ) {
    // The person at this terminal has not turned colours off, whatever runs the tests.
    const { NO_COLOR: _, ...inherited } = process.env;
    this.process = spawn('script', ['-qefc', `stty cols 100; exec ${line}`, '/dev/null'], {
      env: { ...inherited, SHELL: '/bin/sh', TERM: 'xterm', ...env },
    });
    this.ended = once(this.process, 'close');
    this.process.stdout?.on('data', (bytes: Buffer) => (this.seen += bytes.toString()));
  }

  async shows(text: RegExp): Promise<void> {
    await eventually(`the terminal shows ${text}`, async () => text.test(this.seen));
  }

  type(text: string): void {
    this.process.stdin?.write(text);
  }

  async code(): Promise<unknown> {
    const [code] = await this.ended;
    return code;
  }
}

describe('the command portolan, in a terminal', () => {
  let service: JobsService;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    service = await startJobs();
    await register(service.client);
    folder = await mkdtemp(join(tmpdir(), 'portolan-cli-terminal-'));
    env = {
      PORTOLAN_JOBS_URL: service.url,
      PORTOLAN_USER: 'ann',
      XDG_CONFIG_HOME: folder,
      PORTOLAN_COMPLETE_MS: '30000',
    };
  });
  afterAll(() => service.stop());

  const submit = (id: string, script: string, ...more: string[]): InTerminal => {
    const job = ['--name', 'cli', '--command', 'type:bash', '--cluster', 'type:local', '--memory', '16'];
    return new InTerminal(['job', 'submit', ...job, '--id', id, ...more, '--', script], env);
  };

  it('[CLI-LOGS-4] Ctrl-C asks whether to kill the job, and goes on until its end', async () => {
    const terminal = submit('asked', 'echo begun; exec sleep 60', '--follow');
    await terminal.shows(/begun/);
    terminal.type(CTRL_C);
    await terminal.shows(/Kill job asked\?/);
    terminal.type('y\r');
    await terminal.shows(/KILLED/);
    expect(await terminal.code()).not.toBe(0);
    expect((await service.client.ended('asked')).status).toBe('KILLED');
  });

  it('[CLI-LOGS-4] a second Ctrl-C leaves the job running', async () => {
    const terminal = submit('left', 'echo begun; exec sleep 60', '--follow');
    await terminal.shows(/begun/);
    terminal.type(CTRL_C);
    await terminal.shows(/Kill job left\?/);
    terminal.type(CTRL_C);
    expect(await terminal.code()).toBe(130);
    expect(terminal.seen).toContain('job left goes on');
    expect(['CLAIMED', 'INIT', 'RUNNING']).toContain(await service.client.statusOf('left'));
    await service.client.call('DELETE', '/jobs/left');
  });

  it('[CLI-LOGS-6] prints why the followed job has not started', async () => {
    const marker = join(folder, 'go');
    await service.client.submit({
      id: 'first',
      commandArgs: `'until [ -e ${marker} ]; do sleep 0.05; done'`,
    });
    const terminal = submit('second', 'echo begun', '--depends-on', 'first', '--follow');
    await terminal.shows(/job second waits: Waiting for first\./);
    await writeFile(marker, '');
    await terminal.shows(/begun/);
    expect(await terminal.code()).toBe(0);
    expect(terminal.seen.match(/waits:/g)).toHaveLength(1);
  });

  it('[CLI-LOGS-6] prints why the followed job waits for a node', async () => {
    const { id } = await eventually('the node is known', async () => {
      const { body } = await service.client.get<{ _embedded: { nodeList: { id: string }[] } }>('/nodes');
      return body._embedded.nodeList[0];
    });
    await service.client.call('POST', `/nodes/${id}/actions/cordon`);
    const terminal = submit('unplaced', 'echo begun', '--follow');
    await terminal.shows(/job unplaced waits: The only node is cordoned\./);
    await service.client.call('POST', `/nodes/${id}/actions/uncordon`);
    await terminal.shows(/begun/);
    expect(await terminal.code()).toBe(0);
    expect(terminal.seen.match(/waits:/g)).toHaveLength(1);
  });

  it('[CLI-OUT-6] shows progress on stderr, and colours, only on a terminal', async () => {
    const terminal = submit('waited', 'sleep 3; exit 3', '--wait');
    await terminal.shows(/RUNNING Job is Running\. \(\d+s\)/);
    expect(await terminal.code()).toBe(3);
    const list = new InTerminal(['job', 'get', 'waited'], env);
    expect(await list.code()).toBe(0);
    expect(list.seen).toContain('\u001b[31mFAILED');
    const plain = new InTerminal(['job', 'get', 'waited'], { ...env, NO_COLOR: '1' });
    await plain.code();
    expect(plain.seen).not.toContain('\u001b[');
    expect((await runCli(['job', 'get', 'waited'], { env })).stdout).not.toContain('\u001b');
  });

  it('[CLI-COMPLETE-1] completes commands, options, their values, and ids and names of the service', async () => {
    await service.client.submit({ id: 'complete-me' });
    const words = async (...line: string[]): Promise<string[]> => {
      const { stdout } = await runCli(['__complete', '--', ...line], { env });
      return stdout.split('\n').map((one) => one.split('\t')[0] ?? '');
    };
    expect(await words('jo')).toContain('job');
    expect(await words('job', 'su')).toEqual(['submit', '']);
    expect(await words('job', 'list', '--st')).toContain('--status');
    expect(await words('job', 'list', '-o', 'nd')).toEqual(['ndjson', '']);
    expect(await words('job', 'logs', '-f', 'compl')).toEqual(['complete-me', '']);
    expect(await words('command', 'get', '')).toHaveLength(2);
    expect(await words('job', 'get', 'complete-me', 'x')).toEqual(['']);
    expect(await words('job', 'kill', '--status', 'FAILED,K')).toEqual(['FAILED,KILLED', '']);
    expect(await words('cluster', 'list', '--status', '')).toEqual([
      'UP',
      'OUT_OF_SERVICE',
      'TERMINATED',
      '',
    ]);
    expect(await words('command', 'list', '--status', 'UP')).toEqual(['']);
    expect(await words('job', 'submit', '--command', 'type:b')).toEqual(['type:bash', '']);
    expect(await words('job', 'resolve', '--cluster', 'x,type:l')).toEqual(['x,type:local', '']);
    expect(await words('cluster', 'list', '--tag', 'type:l')).toEqual(['type:local', '']);
    expect(await words('job', 'list', '--cluster', '')).not.toContain('type:local');
    expect(await words('cluster', 'list', '--tag=type:l')).toEqual(['--tag=type:local', '']);
    expect(await words('job', 'list', '--output=json', '--status=FAILED,K')).toEqual([
      '--status=FAILED,KILLED',
      '',
    ]);
    expect(
      (
        await runCli(['__complete', '--', 'job', 'get', ''], {
          env: { PORTOLAN_JOBS_URL: 'http://127.0.0.1:9' },
        })
      ).stdout,
    ).toBe('');
  });

  it('[CLI-COMPLETE-2] bash completes a tag with its colon with the printed script alone, and runs the line', async () => {
    await service.client.submit({ id: 'in-bash', commandArgs: `'echo followed in bash'` });
    await service.client.ended('in-bash');
    const line = [process.execPath, ...CLI_PROCESS].map(quoted).join(' ');
    await writeFile(join(folder, 'portolan'), `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 });
    await writeFile(join(folder, 'completion'), (await runCli(['completion', 'bash'])).stdout);
    const bash = new InTerminal([], { ...env, PATH: `${folder}:${process.env.PATH}` }, 'bash --norc -i');
    bash.type(`source ${folder}/completion; echo re''ady\r`);
    await bash.shows(/[\r\n]ready/);
    bash.type(`portolan job logs in-b${TAB}\r`);
    await bash.shows(/followed in bash/);
    bash.type(`portolan job resolve --name x --command=type:b${TAB} --cluster type:l${TAB}\r`);
    await bash.shows(/cluster {2}\S+ \(.*command {2}\S+ \(/s);
    bash.type('exit\r');
    expect(await bash.code()).toBe(0);
  });
});
