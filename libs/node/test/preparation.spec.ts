import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { LaunchKind, type NewLaunch } from '@portolan/launches';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { ZipFile } from 'yazl';
import { TestNode, ended } from './support';

const MANIFEST = {
  command: ['sh', 'bin/worker.sh'],
  parameters: [
    { name: 'topic', type: 'string', required: true },
    { name: 'rate', type: 'int', required: true, default: '1' },
  ],
};

async function zipOf(files: Record<string, { text: string; mode?: number }>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, { text, mode = 0o100644 }] of Object.entries(files))
    zip.addBuffer(Buffer.from(text), name, { mode });
  zip.end();
  return buffer(zip.outputStream);
}

/** A zip with an entry that yazl itself would refuse to write. */
async function zipWithName(name: string): Promise<Buffer> {
  const stand = 'x'.repeat(name.length);
  const bytes = (await zipOf({ [stand]: { text: 'evil' } })).toString('latin1');
  return Buffer.from(bytes.replaceAll(stand, name), 'latin1');
}

describe('the preparation of a launch', () => {
  let owner: TestOwner;
  let node: TestNode;
  let server: Server;
  let store: string;
  let folder: string;
  const served = new Map<string, Buffer>();
  const asked: string[] = [];
  let flakyAnswers = 0;
  const ids: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portolan-files-'));
    server = createServer((request, response) => {
      const path = request.url ?? '';
      const body = served.get(path);
      asked.push(path);
      if (path === '/flaky' && ++flakyAnswers < 3) response.writeHead(503).end();
      else if (path === '/whoami') response.end(request.headers.authorization);
      else if (body) response.end(body);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    store = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    served.set(
      '/worker.zip',
      await zipOf({
        'worker.json': { text: JSON.stringify(MANIFEST) },
        'bin/worker.sh': { text: './bin/tool; echo $JOB_PARAMETERS' },
        'bin/tool': { text: '#!/bin/sh\necho tool ran\n', mode: 0o100755 },
      }),
    );
    served.set('/flaky', Buffer.from('third time lucky'));
    served.set('/slip.zip', await zipWithName('../../evil'));
    served.set('/absolute.zip', await zipWithName('/tmp/portolan-evil'));
    served.set('/link.zip', await zipOf({ link: { text: '/etc', mode: 0o120777 } }));
    served.set('/bomb.zip', await zipOf({ zeros: { text: '0'.repeat(3 * 2 ** 20) } }));
    served.set(
      '/folders.zip',
      await zipOf({ 'a/b/c/d/e/f/one': { text: '' }, 'g/h/i/j/k/two': { text: '' } }),
    );
    served.set(
      '/files.zip',
      await zipOf(Object.fromEntries([...'abcdefghijklm'].map((name) => [name, { text: '' }]))),
    );
    served.set('/big', Buffer.alloc(3 * 2 ** 20));
    served.set('/broken.zip', Buffer.from('no zip'));
    owner = await startTestOwner();
    node = await TestNode.start(owner, {
      DOWNLOAD_LIMIT_MB: '2',
      UNPACK_LIMIT_MB: '2',
      UNPACK_LIMIT_ENTRIES: '12',
    });
  });
  afterAll(async () => {
    await node.remove(ids);
    await owner.service.stop();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (launch: Partial<NewLaunch>) => {
    const id = await owner.offer(launch);
    ids.push(id);
    return { id, row: await ended(owner, id) };
  };
  const worker = (parameters: object[]): Partial<NewLaunch> => ({
    kind: LaunchKind.Worker,
    command: [],
    artifact: 'worker.zip',
    files: [{ path: 'worker.zip', url: `${store}/worker.zip` }],
    environment: { JOB_PARAMETERS: JSON.stringify(parameters) },
  });

  it('runs the command of an artifact from a zip over HTTP', async () => {
    const { id, row } = await run(worker([{ name: 'topic', value: 'a' }]));
    expect(row.end).toEqual({ cause: 'exited', exitCode: 0 });
    expect(await node.file(id, 'stdout')).toBe('tool ran\n[{"name":"topic","value":"a"}]\n');
  });

  it.each([
    ['a large one', 'worker.json', ' '.repeat(2 ** 20 + 1)],
    ['a folder', 'worker.json/inside', ''],
  ])('refuses %s as the worker.json of an artifact', async (_what, name, text) => {
    served.set('/manifest.zip', await zipOf({ [name]: { text } }));
    const file = { path: 'manifest.zip', url: `${store}/manifest.zip` };
    const { row } = await run({ ...worker([]), artifact: file.path, files: [file] });
    const message = 'worker.json must be a file of at most 1 MB';
    expect(row.end).toMatchObject({ failure: { code: 'artifactInvalid', permanent: true, message } });
  });

  it('fails permanently when a required parameter without default is missing', async () => {
    const { row } = await run(worker([{ name: 'rate', value: '2' }]));
    expect(row.end).toEqual({
      cause: 'notStarted',
      failure: {
        code: 'missingParameter',
        permanent: true,
        message: 'Missing required parameter: topic, check job parameter definitions.',
      },
    });
  });

  it('passes parameters that exceed the environment in a file', async () => {
    const { environment: _, ...launch } = worker([]);
    const file = { path: 'job-parameters.json', content: JSON.stringify([{ name: 'topic', value: 'a' }]) };
    const { row } = await run({
      ...launch,
      files: [...(launch.files ?? []), file],
      environment: { JOB_PARAMETERS_FILE: file.path },
    });
    expect(row.end).toEqual({ cause: 'exited', exitCode: 0 });
  });

  it('writes given content, fetches file addresses, sets executable bits', async () => {
    const source = join(folder, 'source with blank.txt');
    await writeFile(source, 'from a file');
    const { id, row } = await run({
      command: ['./in/run'],
      files: [
        { path: 'in/run', content: '#!/bin/sh\ncat data/source.txt\n', executable: true },
        { path: 'data/source.txt', url: new URL(`file://${source}`).href },
      ],
    });
    expect(row.end).toEqual({ cause: 'exited', exitCode: 0 });
    expect(await node.file(id, 'stdout')).toBe('from a file');
  });

  it('retries a download after a server error', async () => {
    const { id } = await run({ command: ['cat', 'got'], files: [{ path: 'got', url: `${store}/flaky` }] });
    expect(await node.file(id, 'stdout')).toBe('third time lucky');
    expect(flakyAnswers).toBe(3);
  });

  it.each([
    ['missing', 'downloadFailed', 'the server answered 404'],
    ['big', 'downloadFailed', 'larger than 2 MB'],
  ])('names the address of a failed download without its secret: %s', async (name, code, message) => {
    const withUser = (user: string): string => `${store.replace('//', `//${user}@`)}/${name}`;
    const { row } = await run({ files: [{ path: 'file', url: withUser('user:secret') }] });
    expect(row.end).toMatchObject({ cause: 'notStarted', failure: { code, permanent: true } });
    const text = JSON.stringify(row.end);
    expect(text).toContain(withUser('***'));
    expect(text).toContain(message);
    expect(text).not.toContain('secret');
  });

  it.each([
    ['slip.zip', 'invalid relative path'],
    ['absolute.zip', 'absolute path'],
    ['link.zip', 'symbolic link'],
    ['bomb.zip', 'more than 2 MB'],
    ['folders.zip', 'more than 12 files and folders'],
    ['files.zip', 'more than 12 files and folders'],
    ['broken.zip', 'cannot be unpacked'],
  ])('refuses %s', async (name, message) => {
    const { row } = await run({ files: [{ path: name, url: `${store}/${name}`, unpack: true }] });
    expect(row.end).toMatchObject({ failure: { code: 'artifactInvalid', permanent: true } });
    expect(JSON.stringify(row.end)).toContain(message);
    await expect(stat('/tmp/portolan-evil')).rejects.toThrow('ENOENT');
    await expect(stat(join(node.directory, 'launches', 'evil'))).rejects.toThrow('ENOENT');
  });

  it.each(['../up', '/etc/portolan', 'a/../../b', 'stdout', 'a\\b', './a'])(
    'refuses to write to %s',
    async (path) => {
      const { row } = await run({ files: [{ path, content: 'x' }] });
      expect(row.end).toMatchObject({ failure: { code: 'directoryFailed', permanent: true } });
    },
  );

  it.each([
    ['two contents', { content: 'x' }, { content: 'y' }],
    ['a content and an address', { content: 'x' }, { url: '/flaky' }],
    ['a content and a folder of its name', { content: 'x' }, { path: 'dir/twice/', content: 'x!' }],
  ])('names the path that %s would share', async (_what, one, other) => {
    const files = [one, other].map((file) => ({ path: 'dir/twice', ...file }));
    const { row } = await run({ files });
    expect(row.end).toMatchObject({
      cause: 'notStarted',
      failure: {
        code: 'directoryFailed',
        message: 'two different files have the path dir/twice',
        permanent: true,
      },
    });
  });

  it('downloads a file once that is listed twice', async () => {
    served.set('/same', Buffer.from('the same'));
    const file = { path: 'same', url: `${store}/same` };
    const { id } = await run({ command: ['cat', 'same'], files: [file, { ...file }] });
    expect(await node.file(id, 'stdout')).toBe('the same');
    expect(asked.filter((path) => path === '/same')).toHaveLength(1);
  });

  it('creates files with content before it downloads others', async () => {
    served.set('/late', Buffer.from('late'));
    const { row } = await run({
      files: [
        { path: 'fetched', url: `${store}/late` },
        { path: '../out', content: 'x' },
      ],
    });
    expect(row.end).toMatchObject({ failure: { code: 'directoryFailed', permanent: true } });
    expect(asked).not.toContain('/late');
  });

  it('starts a jar with java, and reports a node without java', async () => {
    const jar = { artifact: 'a.jar', command: [], files: [{ path: 'a.jar', content: 'not really' }] };
    const tools = join(folder, 'tools');
    await mkdir(tools);
    for (const tool of ['sh', 'setsid', 'env', 'grep', 'ln', 'sleep', 'echo'])
      await symlink(`/usr/bin/${tool}`, join(tools, tool));
    const poor = await TestNode.start(owner, { AGENT_CLUSTER: 'poor', PATH: tools });
    const runPoor = async () => {
      const id = await owner.offer({ ...jar, agentCluster: 'poor' });
      ids.push(id);
      return { id, row: await ended(owner, id) };
    };
    try {
      const without = await runPoor();
      expect(without.row.end).toMatchObject({ failure: { code: 'noRuntime', permanent: true } });
      await writeFile(join(tools, 'java'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
      const { id, row } = await runPoor();
      expect(row.end).toEqual({ cause: 'exited', exitCode: 0 });
      expect(await poor.file(id, 'stdout')).toBe('-jar a.jar\n');
    } finally {
      await poor.remove([]);
    }
  });

  it('sends the user and password of an address', async () => {
    const url = `${store.replace('//', '//user:p%40ss@')}/whoami`;
    const { id } = await run({ command: ['cat', 'got'], files: [{ path: 'got', url }] });
    expect(await node.file(id, 'stdout')).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
  });
});
