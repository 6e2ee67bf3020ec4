import { execFileSync } from 'node:child_process';
import {
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { LaunchKind } from '@portolan/launches';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { eventually } from '@portolan/service/testing';
import { ConfiguredSecrets, SecretProvider, secretProvider } from '../src/secrets/secret-provider';
import { maskOutput } from '../src/secrets/mask-output';
import { LaunchDirectory } from '../src/launch-directory/launch-directory';
import { Attacker, MALLORY, asRoot } from './hostile';
import { TestNode, ended, running } from './support';

describe('[V3-RUN-9] the secrets of a launch', () => {
  let owner: TestOwner;
  let node: TestNode;
  let folder: string;
  const ids: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-secrets-'));
    await mkdir(join(folder, 'store', 'db'), { recursive: true });
    await writeFile(join(folder, 'store', 'db', 'password'), 'open sesame\n');
    await writeFile(join(folder, 'outside'), 'not yours');
    await symlink(join(folder, 'outside'), join(folder, 'store', 'link'));
    owner = await startTestOwner();
    node = await TestNode.start(owner, {
      SECRETS_DIR: join(folder, 'store'),
      JOB_SECRET_TOKEN: "it's a 'token'",
    });
  });
  afterAll(async () => {
    await node.remove(ids);
    await owner.service.stop();
    await rm(folder, { recursive: true });
  });

  const offer = async (script: string, secrets: { name: string; ref: string }[]): Promise<string> => {
    const id = await owner.offer({ command: ['sh', '-c', script], secrets });
    ids.push(id);
    return id;
  };
  const served = async (id: string, path: string, headers: Record<string, string> = {}): Promise<string> =>
    (await node.call(`/internal/launches/${id}/files/${path}`, { headers })).text();
  const password = { name: 'PASSWORD', ref: 'file:db/password' };

  it('are in its environment or in files, and masked in its output, during the run and afterwards', async () => {
    const id = await offer(
      `echo "a $PASSWORD b"; echo "$TOKEN" >&2; cat "$KEY_FILE"; printf 'c open ses'; mkdir -p .portolan/logs; env > .portolan/logs/env.log
       cp "$KEY_FILE" mine; ls -l "$KEY_FILE" | cut -c1-10 > mode; until [ -e stop ]; do sleep 0.05; done; printf ame; exit 0`,
      [password, { name: 'TOKEN', ref: 'env:TOKEN' }, { name: 'KEY_FILE', ref: 'file:db/password' }],
    );
    await running(owner, id);
    await eventually('mode', async () => (await served(id, 'mode')) === '-r--------\n');
    const hidden = '*'.repeat('open sesame'.length);
    expect(await served(id, 'stdout')).toBe(`a ${hidden} b\n${hidden}c ********`);
    expect(await served(id, 'stdout', { range: 'bytes=5-8' })).toBe('****');
    expect(await served(id, 'stdout', { range: 'bytes=11-14' })).toBe('** b');
    expect(await served(id, 'stderr')).toBe(`${'*'.repeat("it's a 'token'".length)}\n`);
    expect(await served(id, '.portolan/logs/env.log')).toContain(`PASSWORD=${hidden}\n`);
    const control = join(node.directory, 'launches', id, 'control');
    expect(await readdir(control)).not.toContain('secret-variables');
    expect((await stat(join(control, 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(control, 'start.sh'), 'utf8')).not.toMatch(/sesame|token'/);
    await writeFile(join(node.directory, 'launches', id, 'job', 'stop'), '');
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
    expect(await node.file(id, 'stdout')).toBe(`a ${hidden} b\n${hidden}c ${hidden}`);
    expect(await node.file(id, '.portolan/logs/env.log')).not.toMatch(/sesame|token'/);
    // Values that a job writes to its own files are not masked.
    expect(await node.file(id, 'mine')).toBe('open sesame');
    expect(
      (await readdir(join(node.directory, 'launches', id))).filter((name) => name === 'secrets'),
    ).toEqual([]);
  });

  it('are in no argument of a program, as those of a worker, and take precedence over other variables', async () => {
    const shims = join(folder, 'shims');
    await mkdir(shims);
    const log = join(shims, 'log');
    await writeFile(log, '');
    await chmod(log, 0o666);
    for (const name of ['env', 'cat', 'sh', 'setpriv']) {
      const real = execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
      const shim = `#!/bin/sh\nprintf '%s\\n' "${name} $*" >> '${log}'\nexec '${real}' "$@"\n`;
      await writeFile(join(shims, name), shim, { mode: 0o755 });
    }
    const another = await startTestOwner();
    const other = await TestNode.start(another, {
      SECRETS_DIR: join(folder, 'store'),
      JOB_SECRET_TOKEN: "it's a 'token'\n\n",
      PATH: `${shims}:${process.env.PATH ?? ''}`,
    });
    const launched: string[] = [];
    try {
      const id = await another.offer({
        command: [
          '/bin/sh',
          '-c',
          '/usr/bin/env -0 | sort -z | tr "\\0" ";" > all; [ ! -e /proc/self/fd/8 ]',
        ],
        environment: { PLAIN: 'plain', PASSWORD: 'other' },
        secrets: [password, { name: 'TOKEN', ref: 'env:TOKEN' }],
      });
      launched.push(id);
      expect((await ended(another, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
      const all = await other.file(id, 'all');
      expect(all).toContain(';PASSWORD=open sesame;');
      expect(all).toContain(`;TOKEN=it's a 'token'\n\n;`);
      expect(all).toContain(';PLAIN=plain;');
      const worker = await another.offer({
        kind: LaunchKind.Worker,
        command: ['/bin/sh', '-c', '/usr/bin/env -0 | sort -z | tr "\\0" ";" > all'],
        environment: { JOB_ACCESS_TOKEN: "ptn_'secret", PARAMETERS: '[ "$x" ]\n' },
      });
      launched.push(worker);
      expect((await ended(another, worker)).end).toEqual({ cause: 'exited', exitCode: 0 });
      const ofWorker = await other.file(worker, 'all');
      for (const variable of ["JOB_ACCESS_TOKEN=ptn_'secret", 'PARAMETERS=[ "$x" ]\n'])
        expect(ofWorker).toContain(`;${variable};`);
      const seen = await readFile(log, 'utf8');
      for (const one of [id, worker])
        expect(seen).toMatch(new RegExp(`^env .*PORTOLAN_LAUNCH_ID=${one}`, 'm'));
      expect(seen).not.toMatch(/sesame|token'|ptn_|PARAMETERS/);
    } finally {
      await other.remove(launched);
      await another.service.stop();
    }
  });

  it('are masked also when the node was killed during the run', async () => {
    const id = await offer(`echo "$PASSWORD"; until [ -e stop ]; do sleep 0.05; done`, [password]);
    await running(owner, id);
    await eventually('output', async () => (await served(id, 'stdout')) !== '');
    await node.end('SIGKILL');
    await rm(join(folder, 'store', 'db', 'password'));
    await writeFile(join(node.directory, 'launches', id, 'job', 'stop'), '');
    await node.start();
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
    expect(await node.file(id, 'stdout')).toBe('***********\n');
    await writeFile(join(folder, 'store', 'db', 'password'), 'open sesame\n');
  });

  it('do not delay the end: slow files are masked when they are read, and archived afterwards', async () => {
    const another = await startTestOwner();
    const other = await TestNode.start(another, {
      SECRETS_DIR: join(folder, 'store'),
      SECRETS_COVER_LIMIT_MS: '6000',
      FILE_LIMIT_MB: String(2 ** 20),
      DIRECTORY_LIMIT_MB: String(2 ** 20),
    });
    const launched: string[] = [];
    try {
      const id = await another.offer({
        command: ['sh', '-c', 'echo "$PASSWORD"; truncate -s 200G stdout'],
        secrets: [password],
        archive: { location: pathToFileURL(join(folder, 'archive.zip')).href },
      });
      launched.push(id);
      const { end, snapshot } = await ended(another, id);
      expect(end).toEqual({ cause: 'exited', exitCode: 0 });
      expect(snapshot?.archive).toBeUndefined();
      const stdout = `/internal/launches/${id}/files/stdout`;
      const first = { headers: { range: 'bytes=0-10' } };
      expect(await (await other.call(stdout, first)).text()).toBe('*'.repeat(11));
      await eventually('it is archived', async () => (await another.launches.find(id))?.snapshot?.archive);
      expect((await other.call(stdout, first)).status).toBe(404);
    } finally {
      await other.remove(launched);
      await another.service.stop();
    }
  });

  it('that can be neither masked nor moved are never shown once the launch is forgotten', async () => {
    const id = await offer('echo "$PASSWORD"; ln stdout name; until [ -e stop ]; do sleep 0.05; done', [
      password,
    ]);
    await running(owner, id);
    await eventually('output', async () => (await served(id, 'stdout')) === '***********\n');
    const root = join(node.directory, 'launches', id);
    await writeFile(join(root, 'withheld'), 'no folder');
    await writeFile(join(root, 'job', 'stop'), '');
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
    await eventually('it is forgotten', async () =>
      (await node.state()).launches.every((one) => one.launchId !== id),
    );
    await eventually(
      'nothing but the values is left',
      async () => (await readdir(join(root, 'control'))).join() === 'secrets.json',
    );
    for (const path of ['stdout', 'name', ''])
      expect((await node.call(`/internal/launches/${id}/files/${path}`)).status).toBe(404);
    expect(await node.file(id, 'stdout')).toBe('open sesame\n');
  });

  it('that the node does not have are reported by their reference', async () => {
    const id = await offer('true', [{ name: 'NAME', ref: 'file:db/nothing' }]);
    expect((await ended(owner, id)).end).toEqual({
      cause: 'notStarted',
      failure: {
        code: 'secretFailed',
        message: 'this node has no secret file:db/nothing for NAME',
        permanent: true,
      },
    });
  });

  it.each(['file:db/nothing', 'file:../outside', 'file:link', 'file:db', 'env:NOTHING', 'vault:a', 'file:'])(
    'do not exist for %s',
    async (ref) => {
      const provider = new ConfiguredSecrets(join(folder, 'store'), new Map());
      expect(await provider.resolve(ref)).toBeUndefined();
      expect(await new ConfiguredSecrets(undefined, new Map()).resolve(ref)).toBeUndefined();
    },
  );
});

describe('a provider of the installation', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-provider-'));
    const vault = `exports.secretProvider = class { async resolve(ref, { user }) { return user + ' has ' + ref; } };`;
    await writeFile(join(folder, 'vault.cjs'), vault);
    await writeFile(join(folder, 'nothing.cjs'), '');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('replaces the built-in one', async () => {
    @Module({ providers: [secretProvider({ SECRETS_PROVIDER: join(folder, 'vault.cjs') })] })
    class Installation {}
    const app = await NestFactory.createApplicationContext(Installation, { logger: false });
    const user = { owner: 'jobs', subject: 'j', user: 'ada' };
    expect(await app.get(SecretProvider).resolve('vault:a', user)).toBe('ada has vault:a');
    await app.close();
  });

  it.each(['nothing.cjs', 'no-such.cjs'])('an invalid secret provider stops the start: %s', (name) => {
    expect(() => secretProvider({ SECRETS_PROVIDER: join(folder, name) })).toThrow(name);
  });
});

describe('[V3-RUN-16] masking in files', () => {
  const value = 'open sesame';
  let root: string;
  let directory: LaunchDirectory;
  let job: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portolan-cover-'));
    directory = new LaunchDirectory(root, 'one');
    directory.create();
    ({ job } = directory);
    await mkdir(join(job, '.portolan', 'logs', 'deep'), { recursive: true });
    await writeFile(directory.inControl('secrets.json'), JSON.stringify([value]));
  });
  afterEach(() => rm(root, { recursive: true }));
  const mask = (limits: { fileBytes?: number; ms?: number } = {}): Promise<number> =>
    maskOutput(directory, { fileBytes: 2 ** 30, ms: 60_000, ...limits });
  const shown = async (): Promise<string[]> =>
    (await readdir(job, { recursive: true, withFileTypes: true }))
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(job.length + 1))
      .sort();
  const inLogs = (name: string): string => join(job, '.portolan', 'logs', name);

  it('finds values across the borders of windows, and keeps size and time', async () => {
    const text = Buffer.alloc(3 * 2 ** 20, 'x');
    const places = [0, 2 ** 20 - 5, 2 ** 20 + 6, 2 ** 21 + 4, text.length - value.length];
    for (const place of places) text.write(value, place);
    await writeFile(join(job, 'stdout'), text);
    await utimes(join(job, 'stdout'), 1000, 1000.9998);
    await writeFile(inLogs('deep/log'), value, { mode: 0 });
    expect(await mask()).toBe(0);
    const covered = await readFile(join(job, 'stdout'));
    for (const place of places) text.fill('*', place, place + value.length);
    expect(covered.equals(text)).toBe(true);
    expect((await stat(join(job, 'stdout'))).mtimeMs).toBeCloseTo(1_000_999.8, 1);
    expect(await readFile(inLogs('deep/log'), 'utf8')).toBe('*'.repeat(value.length));
    expect(await readdir(directory.control)).toEqual([]);
  });

  it('finds a value that overlaps with itself across the border of windows', async () => {
    await writeFile(directory.inControl('secrets.json'), JSON.stringify(['aaaa']));
    // The first window has 1 MiB and 3 bytes. Of the values in it, the last one ends before two further bytes of the run.
    await writeFile(join(job, 'stdout'), Buffer.alloc(2 ** 20 + 5, 'a'));
    expect(await mask()).toBe(0);
    expect((await readFile(join(job, 'stdout'))).equals(Buffer.alloc(2 ** 20 + 5, '*'))).toBe(true);
  });

  it('changes nothing behind links and hard links, and withholds files with secrets', async () => {
    const victim = join(root, 'victim');
    await mkdir(victim);
    for (const name of ['log', 'other']) await writeFile(join(victim, name), value);
    await symlink(join(victim, 'log'), join(job, 'stdout'));
    await link(join(victim, 'other'), join(job, 'stderr'));
    await symlink(victim, inLogs('folder'));
    execFileSync('mkfifo', [inLogs('pipe')]);
    await writeFile(inLogs('log'), value);
    expect(await mask()).toBe(1);
    expect(await shown()).toEqual([
      '.portolan/logs/folder',
      '.portolan/logs/log',
      '.portolan/logs/pipe',
      'stdout',
    ]);
    expect(await readFile(inLogs('log'), 'utf8')).toBe('*'.repeat(value.length));
    await rm(join(job, '.portolan', 'logs'), { recursive: true });
    await symlink(victim, join(job, '.portolan', 'logs'));
    await writeFile(directory.inControl('secrets.json'), JSON.stringify([value]));
    expect(await mask()).toBe(0);
    for (const name of ['log', 'other']) expect(await readFile(join(victim, name), 'utf8')).toBe(value);
    expect((await readdir(directory.withheld)).length).toBe(1);
    expect((await stat(directory.withheld)).mode & 0o777).toBe(0o700);
  });

  it('withholds files that are too large or exceed the time limit', async () => {
    await writeFile(join(job, 'result'), 'mine');
    await writeFile(join(job, 'stderr'), '');
    await writeFile(join(job, 'stdout'), value);
    await truncate(join(job, 'stdout'), 40 * 2 ** 30);
    await writeFile(inLogs('log'), value);
    expect(await mask({ ms: 300, fileBytes: 2 ** 50 })).toBe(3);
    expect(await shown()).toEqual(['result']);
    await writeFile(directory.inControl('secrets.json'), JSON.stringify([value]));
    await writeFile(join(job, 'stdout'), value.repeat(2));
    expect(await mask({ fileBytes: 20 })).toBe(1);
    expect(await shown()).toEqual(['result']);
  });

  it('withholds all files when the values cannot be read any more', async () => {
    await writeFile(join(job, 'stdout'), value);
    await writeFile(directory.inControl('secrets.json'), 'damaged');
    expect(await mask()).toBe(1);
    await expect(stat(job)).rejects.toThrow('ENOENT');
  });

  it('writes nowhere else when the folder of logs is replaced by a link', async () => {
    const victim = join(root, 'victim');
    await mkdir(victim);
    await writeFile(join(victim, 'log'), value);
    for (const path of [root, directory.root]) await chmod(path, 0o755);
    if (asRoot)
      for (const path of ['', '.portolan', '.portolan/logs']) await chown(join(job, path), MALLORY, MALLORY);
    const attacker = await Attacker.start(
      MALLORY,
      `const logs = a.job + '/.portolan/logs';
       fs.writeFileSync(logs + '/log', 'open sesame');
       fs.renameSync(logs, logs + '.was');
       fs.symlinkSync(a.victim, logs);
       fs.rmSync(logs);
       fs.renameSync(logs + '.was', logs);`,
      { job, victim },
    );
    const until = performance.now() + 3000;
    while (performance.now() < until) {
      await writeFile(directory.inControl('secrets.json'), JSON.stringify([value]));
      await mask();
      await mkdir(job, { recursive: true });
    }
    await attacker.stop();
    expect(await readdir(victim)).toEqual(['log']);
    expect(await readFile(join(victim, 'log'), 'utf8')).toBe(value);
  });
});
