import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, type CliCall, type CliResult } from '@portolan/cli/testing';
import { eventually, type TestService } from '@portolan/service/testing';
import * as examples from '../src/openapi/examples';
import { startStreaming } from './support/api';
import { TestNode } from './support/test-node';

jest.setTimeout(60_000);

describe('the command portolan, with streams', () => {
  let service: TestService;
  let node: TestNode;
  let folder: string;
  const { name } = examples.cluster.jobDefinition;

  beforeAll(async () => {
    service = await startStreaming();
    node = await TestNode.start(service);
    folder = await mkdtemp(join(tmpdir(), 'portolan-cli-streams-'));
    await writeFile(join(folder, 'cluster.json'), JSON.stringify(examples.cluster));
  });
  afterAll(async () => {
    await node.stop();
    await service.stop();
  });

  const cli = (words: readonly string[], call: CliCall = {}): Promise<CliResult> =>
    runCli(['stream', ...words], {
      cwd: folder,
      ...call,
      env: { PORTOLAN_STREAMS_URL: service.url, PORTOLAN_USER: 'ann' },
    });
  const stdout = async (...words: string[]): Promise<string> => {
    const { code, stdout: printed, stderr } = await cli(words);
    expect([code, stderr]).toEqual([0, '']);
    return printed;
  };

  it('[CLI-STREAM-1] creates a job cluster, starts a job, reads its output and ends it', async () => {
    expect((await stdout('create', 'cluster.json')).trim()).toBe(name);
    const job = (await stdout('submit', name)).trim();
    const worker = await node.worker(job, 1);
    await eventually('it is launched', async () => (await stdout('list')).includes('Launched'));
    expect(await stdout('get', job)).toMatch(/state +Launched(.|\n)*STAGE +INDEX(.|\n)*Started/);

    let seen = '';
    const tailing = cli(['tail', job, '--limit', '2'], { onStdout: (text) => (seen += text) });
    await eventually('the sink is read', () => worker.sink.clients.size > 0);
    worker.sink.say('{"window":1}');
    worker.sink.say('{"window":2}');
    expect((await tailing).code).toBe(0);
    expect(seen).toBe('{"window":1}\n{"window":2}\n');

    expect(await stdout('kill', job, '--reason', 'enough')).toContain(job);
    await eventually('it has ended', async () => (await stdout('list', '--ended')).includes(job));
  });

  it('[CLI-STREAM-2] [CLI-STREAM-3] scales a stage, and prints what a worker has written', async () => {
    const job = (await stdout('submit', name)).trim();
    const first = await node.worker(job, 1);
    first.files.set('stdout', 'hello world').set('stderr', 'a warning');
    expect(await stdout('logs', job)).toBe('hello world');
    expect(await stdout('logs', job, '--stderr')).toBe('a warning');
    expect(await stdout('scale', job, '--workers', '2', '--reason', 'more visits')).toBe(
      `stage 1 of ${job} gets 2 workers\n`,
    );
    const second = await node.worker(job, 2);
    second.files.set('stdout', 'I am the second');
    const several = await cli(['logs', job]);
    expect([several.code, several.stderr]).toEqual([2, expect.stringContaining('give --worker, one of')]);
    expect(await stdout('logs', job, '--worker', '2')).toBe('I am the second');
    await stdout('kill', job);
    await eventually('it has ended', async () => (await stdout('list', '--ended')).includes(job));
  });

  it('[CLI-STREAM-2] changes SLA and scale, and shows job clusters', async () => {
    expect(await stdout('sla', name, '--min', '0', '--max', '3')).toContain(name);
    expect(await stdout('list', '--clusters')).toMatch(new RegExp(`${name}.*0\\.\\.3`));
    expect(JSON.parse(await stdout('get', name, '-o', 'json'))).toMatchObject({
      name,
      sla: { min: 0, max: 3 },
    });
    expect((await cli(['sla', name])).code).toBe(2);
    const refused = await cli(['scale', 'nobody-1', '--workers', '2']);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('nobody-1')]);
  });
});
