import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectEvents, freePort, TestPlatform, until } from '@portolan/worker/testing';
import { fromBufferPromise } from 'yauzl';
import { job } from '../src/job';
import type { Summary } from '../src/summary';

/** The time that a node gives a process to stop before it kills it, by default, ms. */
const KILL_GRACE_MS = 10_000;

const root = join(__dirname, '..', '..', '..');

interface Manifest {
  readonly command: readonly [string, ...string[]];
  readonly parameters: readonly { readonly name: string; readonly type: string; readonly default: unknown }[];
}

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  readonly exit: Promise<number | string>;
  readonly stderr: () => string;
}

function pack(folder: string, env: Record<string, string> = {}): string {
  const args = [join(root, 'tools', 'pack.mjs'), 'sine-stream', '--out', folder];
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return join(folder, `sine-stream-${version}.zip`);
}

async function unpack(zip: string, folder: string): Promise<string[]> {
  const names: string[] = [];
  const archive = await fromBufferPromise(readFileSync(zip));
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    writeFileSync(join(folder, entry.fileName), Buffer.concat(chunks));
    names.push(entry.fileName);
  }
  return names;
}

describe('the packed job', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'sine-stream-'));
  const unpacked = join(temporary, 'unpacked');
  let zip: string;
  let manifest: Manifest;
  let platform: TestPlatform;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    mkdirSync(unpacked);
    zip = pack(temporary);
    expect(await unpack(zip, unpacked)).toEqual(['LICENCES.txt', 'main.js', 'package.json', 'worker.json']);
    manifest = JSON.parse(readFileSync(join(unpacked, 'worker.json'), 'utf8')) as Manifest;
  });
  afterEach(async () => {
    const left = running
      .splice(0)
      .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    for (const child of left) child.kill('SIGKILL');
    await Promise.all(left.map((child) => once(child, 'exit')));
    await platform.close();
  });
  afterAll(() => rmSync(temporary, { recursive: true, force: true }));

  /** Starts a worker as a node does: in the unpacked folder, with nothing but its own environment. */
  async function start(stage: number, workerIndex: number, workerNumber: number): Promise<Started> {
    const port = await freePort();
    const env = {
      PATH: process.env.PATH,
      ...platform.environment({ stage, workerIndex, workerNumber, port }),
    };
    const [program, ...args] = manifest.command;
    const child = spawn(program, args, { cwd: unpacked, env, stdio: ['ignore', 'ignore', 'pipe'] });
    running.push(child);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const exit = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
    return { child, port, exit, stderr: () => stderr };
  }

  const started = (...numbers: number[]) =>
    until(`workers ${numbers.join()} started`, () =>
      numbers.every((number) => platform.posted(number, 'Started')),
    );
  const given = (values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => ({ name, value }));
  const pointsOf = (payloads: readonly string[], source: number) =>
    payloads
      .map((text) => JSON.parse(text) as Summary)
      .filter((summary) => summary.source === source)
      .reduce((sum, { points }) => sum + points, 0);

  it('is small and says which parameters it takes, as the job defines them', async () => {
    platform = await TestPlatform.start({ jobId: 'sine-stream-1', stages: [2, 2] });
    expect(statSync(zip).size).toBeLessThan(200 * 1024);
    expect(manifest.command).toEqual(['node', 'main.js']);
    expect(manifest.parameters.map(({ name }) => name)).toEqual(Object.keys(job.parameters));
    expect(manifest.parameters[0]).toMatchObject({ name: 'intervalMs', type: 'integer', default: 100 });
  });

  it('has the same bytes wherever and whenever it is packed', async () => {
    platform = await TestPlatform.start({ jobId: 'sine-stream-1', stages: [2, 2] });
    const again = pack(join(temporary, 'again'), { TZ: 'Asia/Tokyo' });
    expect(readFileSync(again).equals(readFileSync(zip))).toBe(true);
  });

  it('runs with Node.js alone, and ends when its sources do, with every point counted once', async () => {
    const parameters = given({ intervalMs: '5', count: '60', windowMs: '50', useRandom: 'True' });
    platform = await TestPlatform.start({ jobId: 'sine-stream-1', stages: [2, 2], parameters });
    const sinks = [await start(2, 0, 3), await start(2, 1, 4)];
    await started(3, 4);
    const clients = await Promise.all(sinks.map(({ port }) => collectEvents(port)));
    const sources = [await start(1, 0, 1), await start(1, 1, 2)];
    expect(await Promise.all([...sources, ...sinks].map(({ exit }) => exit))).toEqual([0, 0, 0, 0]);
    expect(await Promise.all(clients.map(({ ended }) => ended))).toEqual([undefined, undefined]);
    const payloads = clients.flatMap((client) => client.payloads);
    expect([pointsOf(payloads, 0), pointsOf(payloads, 1)]).toEqual([60, 60]);
    expect(clients.every((client) => client.payloads.length > 0)).toBe(true);
    for (const number of [1, 2, 3, 4]) {
      expect(platform.states(number)).toEqual(['StartInitiated', 'Started', 'Completed']);
    }
  });

  it('stops soon after SIGTERM, long before a node would kill it, ends its streams and leaves nothing open', async () => {
    platform = await TestPlatform.start({
      jobId: 'sine-stream-1',
      stages: [1, 1],
      parameters: given({ intervalMs: '5' }),
    });
    const [source, sink] = [await start(1, 0, 1), await start(2, 0, 2)];
    await started(1, 2);
    const client = await collectEvents(sink.port);
    const before = Date.now();
    for (const { child } of [source, sink]) child.kill('SIGTERM');
    expect(await Promise.all([source.exit, sink.exit])).toEqual([0, 0]);
    expect(Date.now() - before).toBeLessThan(KILL_GRACE_MS);
    expect(await client.ended).toBeUndefined();
    expect([source.stderr(), sink.stderr()].join()).not.toContain('left handles open');
    expect([...platform.states(1), ...platform.states(2)]).not.toContain('Completed');
  });

  it('stops as fast when the platform is away', async () => {
    platform = await TestPlatform.start({ jobId: 'sine-stream-1', stages: [1, 1] });
    const source = await start(1, 0, 1);
    await started(1);
    await platform.down();
    await until('a failed heartbeat', () => source.stderr().includes('status post failed'));
    const before = Date.now();
    source.child.kill('SIGTERM');
    expect(await source.exit).toBe(0);
    expect(Date.now() - before).toBeLessThan(KILL_GRACE_MS);
  });

  it('names the variable that is missing when it is started by hand', async () => {
    platform = await TestPlatform.start({ jobId: 'sine-stream-1', stages: [1, 1] });
    const [program, ...args] = manifest.command;
    const { status, stderr } = spawnSync(program, args, {
      cwd: unpacked,
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });
    expect(status).toBe(78);
    expect(stderr).toMatch(/STAGE_NUM is not set\n$/);
  });

  it('goes on with the replacement of a worker that was killed', async () => {
    const parameters = given({ intervalMs: '10', windowMs: '50' });
    platform = await TestPlatform.start({ jobId: 'sine-stream-1', stages: [2, 1], parameters });
    const [victim, , sink] = [await start(1, 0, 1), await start(1, 1, 2), await start(2, 0, 3)];
    await started(1, 2, 3);
    const client = await collectEvents(sink.port);
    await until('both sources', () => pointsOf(client.payloads, 0) > 0 && pointsOf(client.payloads, 1) > 0);
    victim.child.kill('SIGKILL');
    expect(await victim.exit).toBe('SIGKILL');
    platform.remove(1);
    await until('it notices', () => sink.stderr().includes('cannot read from sine-stream-1-worker-0-1'));
    const received = pointsOf(client.payloads, 0);
    const replacement = await start(1, 0, 4);
    expect(replacement.port).not.toBe(victim.port);
    await until('points of the replacement', () => pointsOf(client.payloads, 0) > received + 5);
    expect(platform.states(3)).toEqual(['StartInitiated', 'Started']);
  });

  it.each([
    [{ intervalMs: 'often' }, 'Invalid value for parameter: intervalMs, "often" is not of type integer.'],
    [{ colour: 'blue' }, 'Unknown parameter: colour, check job parameter definitions.'],
  ])('fails for good with %j', async (values, message) => {
    platform = await TestPlatform.start({
      jobId: 'sine-stream-1',
      stages: [1, 1],
      parameters: given(values),
    });
    const { exit } = await start(1, 0, 1);
    expect(await exit).toBe(64);
    expect(platform.posted(1, 'Failed')).toMatchObject({ message });
  });

  it('uses little memory', async () => {
    platform = await TestPlatform.start({ jobId: 'sine-stream-1', stages: [1, 1] });
    await Promise.all([start(1, 0, 1), start(2, 0, 2)]);
    const usage = (number: number) => {
      const data = platform
        .posted(number, 'Noop')
        ?.payloads.find(({ type }) => type === 'ResourceUsage')?.data;
      return data === undefined
        ? undefined
        : (JSON.parse(data) as { totMemUsageCurrent: number }).totMemUsageCurrent;
    };
    const megabytes = [await until('usage', () => usage(1)), await until('usage', () => usage(2))];
    expect(Math.max(...megabytes)).toBeLessThan(64);
  });
});
