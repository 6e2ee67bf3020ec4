import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runScript, shellQuote, type RunScript } from '../src/launch/run-script';

const run = promisify(execFile);

const script = (change: Partial<RunScript> = {}): RunScript => ({
  clusterDirectory: '.portolan/cluster/c',
  commandDirectory: '.portolan/command/k',
  applicationsDirectory: '.portolan/applications',
  setups: [],
  environment: {},
  executable: ['echo'],
  commandArgs: null,
  ...change,
});

describe('the run script', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'portolan-run-'));
  });
  const execute = async (change: Partial<RunScript>) => {
    await writeFile(join(directory, 'run'), runScript(script(change)));
    return run('bash', [join(directory, 'run')]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    );
  };

  it('[V3-RUN-5] runs executable and arguments as one line that the shell expands', async () => {
    const commandArgs = '$PORTOLAN_X "a  b" \'$PORTOLAN_X\' | tr a-z A-Z';
    const { stdout } = await execute({ commandArgs, environment: { PORTOLAN_X: 'x' } });
    expect(stdout).toBe('X A  B $PORTOLAN_X\n');
  });

  it('[V3-RUN-5] ends with the exit code of the command', async () => {
    expect((await execute({ executable: ['bash', '-c', "'exit 42'"] })).code).toBe(42);
  });

  it('[V3-RUN-19] starts the command with default signals', async () => {
    const { stdout } = await execute({ executable: ['grep', '-E', "'Sig(Ign|Blk)'", '/proc/self/status'] });
    expect(stdout.replaceAll('\t', ' ')).toBe('SigBlk: 0000000000000000\nSigIgn: 0000000000000000\n');
  });

  it('waits for the command after TERM, and does not report success', async () => {
    const command = "trap 'echo ending; exit 0' TERM; kill -TERM $PPID; echo sent; kill -TERM $$";
    await writeFile(join(directory, 'command'), command);
    const text = runScript(script({ executable: ['bash', join(directory, 'command')] }));
    await writeFile(join(directory, 'run'), text);
    const job = spawn('bash', [join(directory, 'run')]);
    const lines: Buffer[] = [];
    job.stdout.on('data', (chunk: Buffer) => lines.push(chunk));
    expect(await once(job, 'close')).toEqual([1, null]);
    expect(Buffer.concat(lines).toString()).toBe('sent\nending\n');
  });

  it('passes every value unchanged to the environment', async () => {
    const value = `it's "$HOME" \`id\` \\ $(id)\nline two`;
    await execute({ executable: ['printenv', 'PORTOLAN_X', '>', 'out'], environment: { PORTOLAN_X: value } });
    expect(await readFile(join(directory, 'out'), 'utf8')).toBe(`${value}\n`);
  });

  it('finds its directories in any location', async () => {
    const { stdout } = await execute({ commandArgs: '$PORTOLAN_JOB_DIR $PORTOLAN_CLUSTER_DIR $(pwd)' });
    expect(stdout).toBe(`${directory} ${directory}/.portolan/cluster/c ${directory}\n`);
  });

  it('sources setup files in order, with their output in the setup log', async () => {
    for (const name of ['a', "b'c"]) {
      await writeFile(
        join(directory, name),
        `echo in-${name.length}\nexport ORDER="\${ORDER:-}${name.length}"\n`,
      );
    }
    const setups = [
      { what: 'the first', path: 'a' },
      { what: "the 'second'", path: "b'c" },
    ];
    expect(await execute({ setups, commandArgs: '$ORDER' })).toEqual({ code: 0, stdout: '13\n' });
    expect(await readFile(join(directory, '.portolan/logs/setup.log'), 'utf8')).toBe(
      "Running setup script of the first\nin-1\nRunning setup script of the 'second'\nin-3\n",
    );
    expect(await readFile(join(directory, '.portolan/logs/env.log'), 'utf8')).toContain('\nORDER=13\n');
  });

  it('leaves hidden variables out of the log of the environment, with their whole values', async () => {
    const environment = { AWS_KEY: 'one\nPATH_OF_KEY=x', MY_TOKEN: 'two', TOKEN_S: 'three' };
    const { stdout } = await execute({ hidden: ['AWS_*', '*_TOKEN'], environment, commandArgs: '$MY_TOKEN' });
    expect(stdout).toBe('two\n');
    const log = await readFile(join(directory, '.portolan/logs/env.log'), 'utf8');
    expect(log).not.toMatch(/AWS_KEY|PATH_OF_KEY|MY_TOKEN|portolan_hidden/);
    expect(log).toContain('\nTOKEN_S=three\n');
  });

  it('stops and leaves a mark when setup fails', async () => {
    await writeFile(join(directory, 'a'), 'false\n');
    const { code, stdout } = await execute({
      setups: [{ what: 'a', path: 'a' }],
      commandArgs: 'not reached',
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(await readFile(join(directory, '.portolan/setup_failed.txt'), 'utf8')).toContain('setup');
  });

  it('quotes for the shell', () => {
    expect(shellQuote(`a'b\0`)).toBe(`'a'\\''b'`);
  });
});
