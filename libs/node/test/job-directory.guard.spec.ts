import { execFileSync } from 'node:child_process';
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NewLaunch } from '@portolan/launches';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { eventually } from '@portolan/service/testing';
import { fromBufferPromise } from 'yauzl';
import { handOver } from '../src/accounts/hand-over';
import { ConfinedFolder } from '../src/file-system/confined-folder';
import { wrapperScript } from '../src/process/wrapper-script';
import { removeBelow } from '../src/file-system/remove-tree';
import { Attacker, MALLORY, asRoot } from './hostile';
import { TestNode, ended, running } from './support';

const account = { user: { name: 'mallory', uid: MALLORY, gid: MALLORY, home: '/', shell: '' }, gid: MALLORY };

describe('paths below a directory under concurrent changes', () => {
  let root: string;
  let job: string;
  let victim: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portolan-hostile-'));
    await chmod(root, 0o755);
    [job, victim] = [join(root, 'job'), join(root, 'victim')];
    await mkdir(join(victim, 'inner'), { recursive: true });
    await writeFile(join(victim, 'inner', 'file'), 'root\n');
    await mkdir(job);
    if (asRoot) await chown(job, MALLORY, MALLORY);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const swapping = (): Promise<Attacker> =>
    Attacker.start(
      MALLORY,
      `for (const one of ['stdout', 'stderr']) fs.rmSync(a.job + '/' + one, { force: true });
       fs.mkdirSync(a.job + '/d/inner', { recursive: true });
       fs.writeFileSync(a.job + '/d/inner/file', 'mine');
       fs.renameSync(a.job + '/d', a.job + '/was');
       fs.symlinkSync(a.victim, a.job + '/d');
       fs.renameSync(a.job + '/d', a.job + '/link');
       fs.rmSync(a.job + '/was', { recursive: true, force: true });`,
      { job, victim },
    );
  const untouched = async (): Promise<void> => {
    expect(await readdir(victim, { recursive: true })).toEqual(['inner', 'inner/file']);
    for (const path of ['', 'inner', 'inner/file'])
      expect((await stat(join(victim, path))).uid).toBe(process.getuid?.());
    expect(await readFile(join(victim, 'inner', 'file'), 'utf8')).toBe('root\n');
  };

  it('[V3-RUN-14] are handed over without following a link', async () => {
    const attacker = await swapping();
    const until = performance.now() + 3000;
    while (performance.now() < until) await handOver(job, account).catch(() => undefined);
    await attacker.stop();
    await untouched();
  });

  it('[V3-RUN-14] are removed without following a link, however deep they are', async () => {
    const attacker = await swapping();
    const until = performance.now() + 3000;
    while (performance.now() < until) {
      await removeBelow(root, 'job').catch(() => undefined);
      await mkdir(job, { recursive: true });
      if (asRoot) await chown(job, MALLORY, MALLORY);
    }
    await attacker.stop();
    await untouched();
    // The last folders of the attacker may still exist.
    await removeBelow(root, 'job');
    await mkdir(job);
    // From the inside out, because the path of the innermost folder would be too long.
    const [inner, outer] = [join(job, 'd'), join(job, 'outer')];
    await mkdir(inner);
    for (let depth = 1; depth < 3000; depth++) {
      await mkdir(outer);
      await rename(inner, join(outer, 'd'));
      await rename(outer, inner);
    }
    await removeBelow(root, 'job');
    expect(await readdir(root)).toEqual(['victim']);
  });

  it('[V3-RUN-14] are removed whatever bytes their names have', async () => {
    const bytes = (...parts: (string | number)[]): Buffer =>
      Buffer.concat(parts.map((one) => (typeof one === 'string' ? Buffer.from(one) : Buffer.from([one]))));
    const odd = bytes(job, '/folder', 0xff);
    await mkdir(odd);
    for (const name of [bytes(0xff), bytes('\ufffd'), bytes(0xed, 0xa0, 0x80), bytes('a\n\\', 0xc3)])
      await writeFile(Buffer.concat([odd, bytes('/'), name]), '');
    await mkdir(Buffer.concat([odd, bytes('/', 0x80)]));
    await removeBelow(root, 'job');
    expect(await readdir(root)).toEqual(['victim']);
  });

  it('are removed although the job has closed its folders to the account of the node', async () => {
    const [cache, closed] = [join(root, 'job', 'cache'), join(root, 'job', 'closed')];
    for (const folder of [cache, join(cache, 'inner'), closed]) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'file'), '');
    }
    for (const path of ['.', 'job', 'job/cache', 'job/cache/inner', 'job/closed'])
      if (asRoot) await chown(join(root, path), MALLORY, MALLORY);
    for (const path of [cache, join(cache, 'inner')]) await chmod(path, 0o555);
    await chmod(closed, 0);
    try {
      if (asRoot) process.seteuid?.(MALLORY);
      await removeBelow(root, 'job');
    } finally {
      process.seteuid?.(process.getuid?.() ?? 0);
    }
    expect(await readdir(root)).not.toContain('job');
  });

  it('[V3-RUN-14] are not handed over when a file is also linked from elsewhere', async () => {
    await rm(job, { recursive: true });
    await mkdir(job);
    await link(join(victim, 'inner', 'file'), join(job, 'file'));
    await expect(handOver(job, account)).rejects.toThrow('file is also linked from');
    await untouched();
  });

  it('[V3-RUN-14] open only files of their owner, or files that everybody may read', async () => {
    await rm(job, { recursive: true });
    await mkdir(job);
    if (asRoot) await chown(job, MALLORY, MALLORY);
    await writeFile(join(job, 'own'), '');
    if (asRoot) await chown(join(job, 'own'), MALLORY, MALLORY);
    for (const [name, mode] of [
      ['secret', 0o640],
      ['public', 0o644],
    ] as const)
      await writeFile(join(job, name), '', { mode });
    await symlink('own', join(job, 'link'));
    execFileSync('mkfifo', [join(job, 'pipe')]);
    const opened = async (name: string, flags?: number): Promise<boolean> => {
      const file = await ConfinedFolder.with(job, (folder) => folder.file(name, flags));
      await file?.close();
      return file !== undefined;
    };
    const writing = 2;
    expect([await opened('own'), await opened('own', writing)]).toEqual([true, true]);
    expect([await opened('public'), await opened('public', writing)]).toEqual([true, !asRoot]);
    expect(await opened('secret')).toBe(!asRoot);
    for (const name of ['link', 'pipe', 'nothing']) expect(await opened(name)).toBe(false);
    await link(join(job, 'own'), join(job, 'other'));
    expect([await opened('own'), await opened('own', writing)]).toEqual([true, false]);
    for (const name of ['..', '.', '', 'a/b']) await expect(opened(name)).rejects.toThrow('not a file name');
  });

  it('[V3-RUN-14] are not opened by a wrapper script that another one preceded', async () => {
    const control = join(root, 'control');
    await mkdir(control);
    const script = wrapperScript({
      launchId: 'l',
      launch: root,
      control,
      directory: job,
      command: ['true'],
      environment: {},
    });
    await writeFile(join(control, 'started'), '1 1 boot\n');
    await symlink(join(victim, 'made'), join(job, 'stdout'));
    expect(() => execFileSync('setsid', ['sh', '-c', script], { stdio: 'ignore' })).toThrow('Command failed');
    await untouched();
  });
});

describe('the directory of a launch of another user', () => {
  let owner: TestOwner;
  let node: TestNode;
  let folder: string;
  const ids: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-door-'));
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'tools'));
    await mkdir(join(folder, 'victim'), { mode: 0o700 });
    const heldShell = `#!/bin/sh\nuntil [ -e ${folder}/go ]; do sleep 0.02; done\nexec /bin/sh "$@"\n`;
    await writeFile(join(folder, 'tools', 'sh'), heldShell, { mode: 0o755 });
    owner = await startTestOwner();
    node = await TestNode.start(owner, {
      RUN_AS_USER: 'on',
      JOB_SECRET_KEY: 'open sesame',
      PATH: `:.:${join(folder, 'tools')}:/usr/sbin:/usr/bin:/sbin:/bin`,
    });
  });
  afterAll(async () => {
    await node.remove(ids);
    await owner.service.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const offer = async (script: string, launch: Partial<NewLaunch> = {}): Promise<string> => {
    const id = await owner.offer({ command: ['sh', '-c', script], user: 'nobody', ...launch });
    ids.push(id);
    return id;
  };

  it('[V3-RUN-14] is closed until its process starts, so no other job of that user puts links there', async () => {
    if (!asRoot) return;
    const at = (id: string, name = ''): string => join(node.directory, 'launches', id, name);
    const first = await offer('until [ -e stop ]; do sleep 0.02; done');
    await eventually('it is prepared', () => lstat(at(first, 'job/stdout')).then(Boolean, () => false));
    const nobody = Number(execFileSync('id', ['-u', 'nobody']).toString());
    const attacker = await Attacker.start(
      nobody,
      `for (const name of ['stdout', 'stderr']) {
         fs.rmSync(a.job + '/' + name, { force: true });
         fs.symlinkSync(a.victim + '/' + name, a.job + '/' + name);
       }`,
      { job: at(first, 'job'), victim: join(folder, 'victim') },
    );
    try {
      expect((await stat(at(first))).mode & 0o777).toBe(0o700);
      await writeFile(join(folder, 'go'), '');
      await running(owner, first);
      expect((await stat(at(first))).mode & 0o777).toBe(0o711);
      await eventually('the attack is on', async () =>
        (await lstat(at(first, 'job/stdout'))).isSymbolicLink(),
      );
      await node.end('SIGKILL');
      await node.start();
      await writeFile(at(first, 'job/stop'), '');
      expect((await ended(owner, first)).end).toEqual({ cause: 'exited', exitCode: 0 });
    } finally {
      await attacker.stop();
    }
    expect(await readdir(join(folder, 'victim'))).toEqual([]);
  });

  it('[V3-RUN-14] cannot provide programs that the node runs before it becomes the user', async () => {
    if (!asRoot) return;
    await writeFile(join(folder, 'go'), '');
    const content = `#!/bin/sh\nid -un > ${folder}/ran\n`;
    const id = await offer('id -un', {
      files: ['chmod', 'setpriv', 'env', 'cat', 'rm'].map((path) => ({ path, content, executable: true })),
    });
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
    expect(await node.file(id, 'stdout')).toBe('nobody\n');
    await expect(stat(join(folder, 'ran'))).rejects.toThrow('ENOENT');
  });

  it('[V3-OUT-22] is archived and served with any times of its files, and without those under a lease', async () => {
    if (!asRoot) return;
    await writeFile(join(folder, 'go'), '');
    const archive = join(folder, 'times.zip');
    // F_SETLEASE with F_WRLCK; SIGIO asks for the file.
    const lease = `$SIG{IO} = "IGNORE"; open(F, "+<", "leased") or die; fcntl(F, 1024, 1) or die; print "held\\n"; sleep 1 until -e "stop"`;
    const id = await offer(
      `touch -d 1950-01-01 old; touch -d 2300-01-01 new; echo x > leased; perl -e '$| = 1; ${lease}'`,
      { archive: { location: pathToFileURL(archive).href } },
    );
    await eventually('the lease', async () => (await node.file(id, 'stdout').catch(() => '')) === 'held\n');
    const served = async (path: string): Promise<[number, string | null]> => {
      const answer = await node.call(`/internal/launches/${id}/files/${path}`);
      return [answer.status, answer.headers.get('last-modified')];
    };
    expect(await served('old')).toEqual([200, 'Thu, 01 Jan 1970 00:00:00 GMT']);
    expect(await served('new')).toEqual([200, 'Tue, 19 Jan 2038 03:14:07 GMT']);
    expect((await served('leased'))[0]).toBe(404);
    await writeFile(join(node.directory, 'launches', id, 'job', 'stop'), '');
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
    await eventually('the archive', () => stat(archive).then(Boolean, () => false));
    expect((await node.state()).accepting).toBe(true);
  });

  it('[V3-RUN-16] ends without showing or changing other files when its output is replaced', async () => {
    if (!asRoot) return;
    await writeFile(join(folder, 'go'), '');
    const secret = join(folder, 'victim', 'log');
    await writeFile(secret, 'open sesame', { mode: 0o600 });
    await chmod(join(folder, 'victim'), 0o755);
    const archive = join(folder, 'archive.zip');
    const id = await offer(
      `rm -r stdout stderr .portolan; mkfifo stdout; ln -s ${secret} stderr; mkdir .portolan; ln -s ${folder}/victim .portolan/logs
       ln -s own link; echo mine > own; mkfifo pipe; exit 0`,
      {
        secrets: [{ name: 'KEY', ref: 'env:KEY' }],
        archive: { location: pathToFileURL(archive).href },
      },
    );
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
    const served = async (path: string): Promise<[number, string]> => {
      const answer = await node.call(`/internal/launches/${id}/files/${path}`);
      return [answer.status, await answer.text()];
    };
    for (const path of ['stdout', 'stderr', '.portolan/logs', '.portolan/logs/log', 'link', 'pipe'])
      expect((await served(path))[0]).toBe(404);
    expect(await served('own')).toEqual([200, 'mine\n']);
    await eventually('the archive', () => stat(archive).then(Boolean, () => false));
    const zip = await fromBufferPromise(await readFile(archive), { lazyEntries: true });
    const names: string[] = [];
    for await (const { fileName } of zip.eachEntry()) names.push(fileName);
    expect(names).toEqual(['.portolan/', 'own']);
    expect(await readFile(secret, 'utf8')).toBe('open sesame');
    await eventually('its slot is free', async () => {
      const { freeSlots, slots } = await node.state();
      return freeSlots === slots;
    });
  });
});
