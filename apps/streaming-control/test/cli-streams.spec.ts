import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, type CliCall, type CliResult } from '@portolan/cli/testing';
import type { JobCluster, JobEvent, Worker } from '@portolan/client-streams';
import { TcpProxy, eventually, type TestService } from '@portolan/service/testing';
import * as examples from '../src/openapi/examples';
import { startStreaming } from './support/api';
import { TestNode } from './support/test-node';

const URL_OF_NEW = 'https://artifacts.example.org/visits-2.zip';

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
      env: { PORTOLAN_STREAMS_URL: service.url, PORTOLAN_USER: 'ann', ...call.env },
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

  it('[CLI-STREAM-10] waits for a job of a cluster that has none, and says so', async () => {
    const idle = { ...examples.cluster, jobDefinition: { ...examples.cluster.jobDefinition, name: 'Idle' } };
    await cli(['create', '-'], { stdin: JSON.stringify(idle) });
    let notes = '';
    const tailing = cli(['tail', 'Idle', '--limit', '1'], { onStderr: (text) => (notes += text) });
    await eventually('the wait is told', () => notes.includes('Idle has no launched job; waiting for one'));
    const job = (await stdout('submit', 'Idle')).trim();
    const { sink } = await node.worker(job, 1);
    await eventually('the sink is read', () => sink.clients.size > 0);
    sink.say('{"window":1}');
    expect((await tailing).stdout).toBe('{"window":1}\n');
    await stdout('kill', job);
  });

  it('[CLI-STREAM-11] lists what happened to a job, and follows it over lost connections to its end', async () => {
    const job = (await stdout('submit', name)).trim();
    await node.worker(job, 1);
    await eventually('it is launched', async () => (await stdout('events', job)).includes('to Active'));
    expect(await stdout('events', job)).toMatch(
      /TIME +STATE +EVENT +REASON\n.* Accepted .*Job request received +-\n/,
    );
    const last = JSON.parse(await stdout('events', job, '--limit', '1', '-o', 'json')) as JobEvent[];
    expect(last).toMatchObject([{ state: 'Launched' }]);
    expect((await stdout('events', job, '--since', 'now')).trim()).toBe('no events');
    await (await node.worker(job, 1)).exit(1, 'Error: no topic');
    await node.worker(job, 2);
    const why = 'Relaunched: exit code 1: Error: no topic';
    expect(await stdout('events', job)).toContain(why);
    expect(await stdout('workers', job, '--archived')).toContain(why);

    const { hostname, port } = new URL(service.url);
    const proxy = await TcpProxy.start(hostname, Number(port));
    let [seen, notes] = ['', ''];
    const following = cli(['events', job, '--follow', '-o', 'ndjson'], {
      env: { PORTOLAN_STREAMS_URL: `http://127.0.0.1:${proxy.port}` },
      onStdout: (text) => (seen += text),
      onStderr: (text) => (notes += text),
    });
    await eventually('it follows', () => seen.includes('to Active'));
    proxy.cut();
    await stdout('kill', job, '--reason', 'enough');
    await eventually('it tells the interruption', () => notes.includes('connection lost'));
    proxy.restore();
    expect((await following).code).toBe(0);
    expect(notes).toContain('connected again; nothing is missing');
    await proxy.stop();
    const printed = seen.trim().split('\n');
    const all = JSON.parse(await stdout('events', job, '-o', 'json')) as JobEvent[];
    expect(printed.map((line) => JSON.parse(line) as JobEvent)).toEqual(all);
    expect(all.at(-1)?.message).toBe(`${job} all processes have ended`);
    expect((await cli(['events', 'nobody-1'])).code).toBe(3);
    expect((await cli(['events', 'nobody-1', '--follow'])).code).toBe(3);
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
    expect((await cli(['sla', name, '--min', '1'])).code).toBe(2);
    const refused = await cli(['scale', 'nobody-1', '--workers', '2']);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('nobody-1')]);
  });

  describe('job clusters', () => {
    /** Each test has a job cluster of its own. */
    let own: string;
    let count = 0;
    const version = (text: string) => ({
      ...examples.cluster,
      jobDefinition: { ...examples.cluster.jobDefinition, name: own, version: text },
    });
    const record = async () => JSON.parse(await stdout('get', own, '-o', 'json')) as JobCluster;
    const artifact = (text: string, ...more: string[]) =>
      stdout('update-artifact', own, '--url', URL_OF_NEW, '--artifact-version', text, ...more);

    beforeEach(async () => {
      own = `cli-owned-${(count += 1)}`;
      expect((await cli(['create', '-'], { stdin: JSON.stringify(version('1')) })).code).toBe(0);
    });

    it('[CLI-STREAM-5] get a new version from a file, or another artifact with a job of it or without', async () => {
      const changed = await cli(['update', '-'], { stdin: JSON.stringify(version('2')) });
      expect([changed.code, changed.stdout]).toEqual([0, `${own} is changed\n`]);
      const first = (await stdout('submit', own)).trim();
      expect(await artifact('3', '--skip-submit')).toBe(`${own} has version 3\n`);
      const printed = JSON.parse(await artifact('4', '-o', 'json')) as { jobId: string };
      expect(printed).toMatchObject({
        cluster: own,
        version: '4',
        jobId: expect.stringMatching(`^${own}-`) as unknown,
      });
      expect(printed.jobId).not.toBe(first);
      expect(await stdout('get', printed.jobId)).toMatch(/^version +4$/m);
      expect(await record()).toMatchObject({ latestVersion: '4' });
      expect((await record()).jars.map((jar) => jar.version).sort()).toEqual(['1', '2', '3', '4']);
      const nameless = await cli(['update', '-'], { stdin: '{}' });
      expect([nameless.code, nameless.stderr]).toEqual([
        2,
        expect.stringContaining('has no jobDefinition.name'),
      ]);
    });

    it('[CLI-OUT-8] are listed up to the limit, or all of them with --all', async () => {
      const names = async (...more: string[]) =>
        (await stdout('list', '--clusters', '--matching', `^${own}`, '-o', 'ndjson', ...more))
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as JobCluster).name);
      for (let index = 1; index <= 25; index += 1) {
        const { jobDefinition, ...rest } = version('1');
        const one = { ...rest, jobDefinition: { ...jobDefinition, name: `${own}-${index}` } };
        expect((await cli(['create', '-'], { stdin: JSON.stringify(one) })).code).toBe(0);
      }
      expect(await names('--limit', '2')).toHaveLength(2);
      expect(await names()).toHaveLength(25);
      expect(new Set(await names('--all')).size).toBe(26);
    });

    it('[CLI-STREAM-6] are disabled with their jobs, enabled, labelled and deleted', async () => {
      const job = (await stdout('submit', own)).trim();
      const unsure = await cli(['disable', own]);
      expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining('--yes')]);
      expect(await stdout('disable', own, '--yes')).toBe(`${own} is disabled\n`);
      await eventually('it has ended', async () => (await stdout('list', '--ended')).includes(job));
      expect((await cli(['submit', own])).code).toBe(3);
      expect(await stdout('enable', own)).toBe(`${own} is enabled\n`);
      expect((await record()).disabled).toBe(false);
      expect((await cli(['sla', own, '--cron', 'never'])).code).toBe(3);
      expect((await record()).disabled).toBe(true);
      await stdout('sla', own, '--min', '0', '--max', '1', '--force-enable');
      expect((await record()).disabled).toBe(false);
      await stdout('label', own, '--label', 'team=data', '--label', 'note=a=b');
      expect((await record()).labels).toEqual([
        { name: 'team', value: 'data' },
        { name: 'note', value: 'a=b' },
      ]);
      expect(await stdout('get', own)).toMatch(/^labels +team=data,note=a=b$/m);
      expect((await cli(['label', own, '--label', 'team'])).code).toBe(2);
      expect((await cli(['label', own])).code).toBe(2);
      expect((await record()).labels).toHaveLength(2);
      await stdout('label', own, '--none');
      expect((await record()).labels).toEqual([]);
      const foreign = await cli(['delete', own, '--yes', '--user', 'bob']);
      expect(foreign.code).toBe(3);
      expect(await stdout('delete', own, '--yes')).toBe(`${own} is deleted\n`);
      expect((await cli(['get', own])).code).toBe(3);
    });

    it('[CLI-EACH-1] are each tried: one that is refused keeps no other from being changed', async () => {
      const other = `${own}-too`;
      const definition = { ...version('1').jobDefinition, name: other };
      const stdin = JSON.stringify({ ...version('1'), jobDefinition: definition });
      expect((await cli(['create', '-'], { stdin })).code).toBe(0);
      for (const [action, past] of [
        ['disable', 'disabled'],
        ['enable', 'enabled'],
        ['disable', 'disabled'],
        ['delete', 'deleted'],
      ] as const) {
        const yes = action === 'enable' ? [] : ['--yes'];
        const { code, stdout: printed, stderr } = await cli([action, own, 'no-such', other, own, ...yes]);
        expect([code, printed]).toEqual([3, `${own} is ${past}\n${other} is ${past}\n`]);
        expect(stderr).toMatch(
          /^portolan: .*no-such.*\n {2}(POST|DELETE) http:.* answered 404, request id \S+\n$/,
        );
      }
      const killed = await cli(['kill', 'no-such-1', 'no-such-2', '-o', 'json']);
      expect([killed.code, JSON.parse(killed.stdout)]).toEqual([
        3,
        {
          killed: [],
          failed: ['no-such-1', 'no-such-2'].map((id) => ({
            id,
            message: expect.stringContaining(id) as unknown,
          })),
        },
      ]);
    });

    it('[CLI-STREAM-7] start jobs with the fields of a file, and the newest one again', async () => {
      const request = {
        jobSla: { durationType: 'Transient' },
        parameters: [{ name: 'windowMs', value: '7' }],
      };
      await writeFile(join(folder, 'request.json'), JSON.stringify(request));
      const job = (await stdout('submit', own, '-f', 'request.json', '--label', 'run=one')).trim();
      const shown = await stdout('get', job);
      expect(shown).toMatch(/^type +Transient$/m);
      expect(shown).toMatch(/^parameters +windowMs=7$/m);
      expect(shown).toMatch(/^labels .*run=one/m);
      const again = (await stdout('rerun', own)).trim();
      expect(again).not.toBe(job);
      expect(await stdout('get', again)).toMatch(/^parameters +windowMs=7$/m);
    });

    it('[CLI-STREAM-9] have output that is read on after a lost connection, with a note on the events lost meanwhile', async () => {
      const job = (await stdout('submit', own)).trim();
      const { sink } = await node.worker(job, 1);
      const { hostname, port } = new URL(service.url);
      const proxy = await TcpProxy.start(hostname, Number(port));
      let [seen, notes] = ['', ''];
      const tailing = cli(['tail', job], {
        env: { PORTOLAN_STREAMS_URL: `http://127.0.0.1:${proxy.port}` },
        onStdout: (text) => (seen += text),
        onStderr: (text) => (notes += text),
      });
      try {
        await eventually('the sink is read', () => sink.clients.size > 0);
        sink.say('{"window":1}');
        await eventually('the first event', () => seen.includes('1'));
        proxy.cut();
        await eventually('the loss is told', () => notes.includes('connection lost'));
        proxy.restore();
        await eventually('it is connected again', () =>
          notes.includes('connected again; the events of the time between are lost'),
        );
        await eventually('an event after the loss', () => {
          sink.say('{"window":2}');
          return seen.includes('2');
        });
        await stdout('kill', job);
        expect((await tailing).code).toBe(0);
        expect(seen.match(/1/g)).toHaveLength(1);
      } finally {
        await proxy.stop();
      }
    });

    it('[CLI-STREAM-8] list the workers of a job, replace one and keep the old one', async () => {
      const job = (await stdout('submit', own)).trim();
      await node.worker(job, 1);
      expect(await stdout('workers', job)).toMatch(/^STAGE.*\n1 +0 +1 +/);
      expect(await stdout('resubmit', job, '--worker', '1', '--reason', 'stuck')).toBe(
        `worker 1 of ${job} is being replaced\n`,
      );
      await node.worker(job, 2);
      const numbers = async (...more: string[]) =>
        (JSON.parse(await stdout('workers', job, '-o', 'json', ...more)) as Worker[]).map(
          ({ workerNumber }) => workerNumber,
        );
      expect([await numbers(), await numbers('--archived')]).toEqual([[2], [1]]);
      expect((await cli(['resubmit', job, '--worker', '9'])).code).toBe(3);
    });
  });
});
