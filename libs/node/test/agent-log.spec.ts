import { once } from 'node:events';
import { link, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewLaunch } from '@portolan/launches';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { eventually } from '@portolan/service/testing';
import { AgentLog } from '../src/launch-directory/agent-log';
import { LaunchDirectory } from '../src/launch-directory/launch-directory';
import { TestNode, ended, running } from './support';

const LOG = '.portolan/logs/agent.log';
const sh = (script: string): string[] => ['sh', '-c', script];

describe('[V3-RUN-13] the agent log of a job', () => {
  let owner: TestOwner;
  let node: TestNode;
  let server: Server;
  let store: string;
  let folder: string;
  const ids: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-agent-log-'));
    server = createServer((request, response) => {
      response.statusCode = request.url?.startsWith('/nothing') ? 404 : 200;
      response.end('0123456789');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    store = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    owner = await startTestOwner();
    node = await TestNode.start(owner, { JOB_SECRET_TOKEN: 'sesame-street' });
  });
  afterAll(async () => {
    await node.remove(ids);
    await owner.service.stop();
    server.close();
    await rm(folder, { recursive: true });
  });

  const offer = async (launch: Partial<NewLaunch>): Promise<string> => {
    const id = await owner.offer(launch);
    ids.push(id);
    return id;
  };
  /** Its lines without their times, which have to be some. */
  const lines = async (id: string, path = LOG): Promise<string[]> =>
    (await node.file(id, path))
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [, time = '', text = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
        expect(new Date(time).toISOString()).toBe(time);
        return text;
      });

  it('lists the actions of the node, without credentials', async () => {
    const id = await offer({
      command: sh('exit 3'),
      files: [
        { path: 'lib/a.jar', url: `http://user:hunter22@${store}/a.jar?signature=topsecret` },
        { path: 'run', content: 'x' },
      ],
    });
    const { snapshot } = await ended(owner, id);
    expect(await lines(id)).toEqual([
      `launch ${id} of something claimed by 127.0.0.1`,
      expect.stringMatching(
        `^downloaded http://\\*\\*\\*@${store}/a.jar\\?\\*\\*\\* as lib/a.jar: 10 bytes, \\d+ ms$`,
      ),
      'set up with 2 files',
      `process started, pid ${snapshot?.processId}`,
      'ended with exit code 3',
      'not archived: the job has no archive location',
    ]);
    expect(await node.file(id, LOG)).not.toMatch(/hunter22|topsecret/);
    expect((await stat(join(node.directory, 'launches', id, 'job', LOG))).mode & 0o444).toBe(0o444);
  });

  it('names the address of a download that failed', async () => {
    const url = `http://user:hunter22@${store}/nothing/at-all?signature=topsecret`;
    const id = await offer({ files: [{ path: 'lib/a.jar', url }] });
    expect((await ended(owner, id)).end).toMatchObject({ failure: { code: 'downloadFailed' } });
    const failure = `could not download http://***@${store}/nothing/at-all?***: the server answered 404`;
    expect((await lines(id)).map((line) => line.replace(/, \d+ ms/, ''))).toEqual([
      `launch ${id} of something claimed by 127.0.0.1`,
      `${failure} (lib/a.jar)`,
      `not started: downloadFailed: ${failure}`,
      'not archived: the job has no archive location',
    ]);
  });

  it('has no value of a secret', async () => {
    const id = await offer({
      command: sh('until [ -e stop ]; do sleep 0.05; done'),
      files: [{ path: 'a', url: `http://${store}/sesame-street/a` }],
      secrets: [{ name: 'TOKEN', ref: 'env:TOKEN' }],
    });
    await running(owner, id);
    const live = async () => (await node.call(`/internal/launches/${id}/files/${LOG}`)).text();
    await eventually('the start is written', async () => (await live()).includes('process started'));
    const shown = `/${'*'.repeat('sesame-street'.length)}/a as a: 10 bytes`;
    expect(await live()).toContain(shown);
    expect(await live()).toContain('set up with 1 files, with secrets TOKEN\n');
    await writeFile(join(node.directory, 'launches', id, 'job', 'stop'), '');
    await ended(owner, id);
    expect(await node.file(id, LOG)).toContain(shown);
    expect(await node.file(id, LOG)).not.toContain('sesame');
  });

  it('has the reason of a kill', async () => {
    const id = await offer({ command: sh(`trap '' TERM; echo up; while :; do sleep 0.05; done`) });
    await running(owner, id);
    await eventually('trap is set', async () => (await node.file(id, 'stdout')) === 'up\n');
    await owner.launches.stop(id, 100);
    await ended(owner, id);
    expect((await lines(id)).slice(-4)).toEqual([
      'TERM to all its processes, KILL after 100 ms: its owner asked for it',
      'KILL to all its processes',
      'ended with exit code 137, stopped: its owner asked for it',
      'not archived: the job has no archive location',
    ]);
  });

  it('writes nowhere else when the job replaces it by links, also after a restart of the node', async () => {
    const victim = async (name: string): Promise<string> => {
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, name, 'agent.log'), 'mine\n');
      return join(folder, name);
    };
    const wait = (gate: string): string => `echo up; until [ -e ${folder}/${gate} ]; do sleep 0.05; done`;
    const moved = 'mv .portolan/logs .portolan/old';
    const tricks = {
      folder: `${moved}; ln -s ${await victim('folder')} .portolan/logs`,
      above: `mv .portolan old; ln -s ${folder}/above .portolan`,
      file: `mv ${LOG} .portolan/old; ln -s ${await victim('file')}/agent.log ${LOG}`,
      name: `mv ${LOG} .portolan/old; ln ${await victim('name')}/agent.log ${LOG}`,
      pipe: `mv ${LOG} .portolan/old; mkfifo ${LOG}`,
      gone: 'rm -r .portolan',
      none: 'true',
    };
    await victim('above/logs');
    const early = await offer({ command: sh(`${tricks.folder}; ${wait('early')}`) });
    const launched = await Promise.all(
      Object.values(tricks).map((trick) => offer({ command: sh(`${trick}; ${wait('late')}`) })),
    );
    for (const id of [early, ...launched]) {
      await running(owner, id);
      await eventually('the trick is done', async () => (await node.file(id, 'stdout')) === 'up\n');
    }
    await writeFile(join(folder, 'early'), '');
    await ended(owner, early);
    // The opened file is written, wherever it was moved.
    expect((await lines(early, '.portolan/old/agent.log')).at(-2)).toBe('ended with exit code 0');
    await node.end('SIGKILL');
    await node.start();
    await writeFile(join(folder, 'late'), '');
    for (const id of launched) expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
    for (const path of ['folder', 'file', 'name', 'above/logs'])
      expect(await readFile(join(folder, path, 'agent.log'), 'utf8')).toBe('mine\n');
    expect((await lines(launched.at(-1) ?? '')).slice(-4)).toEqual([
      expect.stringMatching('^process started'),
      'recovered by the node',
      'ended with exit code 0',
      'not archived: the job has no archive location',
    ]);
  });
});

describe('an agent log', () => {
  let root: string;
  let directory: LaunchDirectory;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portolan-agent-log-'));
    directory = new LaunchDirectory(root, 'one');
    await mkdir(directory.job, { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  const text = (): Promise<string> => readFile(directory.inJob(LOG), 'utf8');

  it('has a line for each note of any content, and none after its end', async () => {
    const log = new AgentLog(directory, true);
    log.note('too early');
    log.open();
    log.note('one\n2026-01-01T00:00:00.000Z two\u2028');
    await log.close();
    log.note('too late');
    await log.close();
    expect(await text()).toMatch(/^\S+ one 2026-01-01T00:00:00.000Z two \n$/);
  });

  it('bounds its buffer, and reports dropped lines', async () => {
    const log = new AgentLog(directory, true);
    log.open();
    for (let line = 0; line < 1000; line++) log.note('x'.repeat(1000));
    await log.close();
    expect((await text()).length).toBeLessThan(300 * 1024);
    expect(await text()).toMatch(/\d{3} lines were left out\n$/);
  });

  it('does nothing when it is disabled, or the directory is missing', async () => {
    const unwanted = new AgentLog(directory, false);
    unwanted.open();
    expect(await unwanted.takeUp()).toBe(false);
    await unwanted.close();
    await expect(text()).rejects.toThrow('ENOENT');
    await rm(directory.root, { recursive: true });
    const log = new AgentLog(directory, true);
    expect(await log.takeUp()).toBe(false);
    log.note('nowhere');
    await log.close();
    await expect(stat(directory.root)).rejects.toThrow('ENOENT');
  });

  it('is not reopened when its place is taken by another file', async () => {
    await mkdir(directory.inJob('.portolan/logs'), { recursive: true });
    await writeFile(join(root, 'other'), '');
    await symlink(join(root, 'other'), directory.inJob(LOG));
    expect(await new AgentLog(directory, true).takeUp()).toBe(false);
    await rm(directory.inJob(LOG));
    await link(join(root, 'other'), directory.inJob(LOG));
    expect(await new AgentLog(directory, true).takeUp()).toBe(false);
  });
});
