import { eventually } from '@portolan/service/testing';
import { oneWorker, submission } from './support/api';
import { LONG, StreamRig } from './support/stream-rig';

describe('streams of output', () => {
  const rig = StreamRig.use();

  it('[V1-STREAM-6] merge all sink workers of the last stage, follow replacements, and end with the job', async () => {
    await rig.api.createCluster('output');
    const jobId = await rig.launch('output');
    const reader = await rig.open(`jobConnectbyid/${jobId}?sample=1&x=a%20b`, rig.replica.url);
    const [two, three] = [await rig.node.worker(jobId, 2), await rig.node.worker(jobId, 3)];
    await eventually(
      'both are connected',
      () => two.sink.clients.size === 1 && three.sink.clients.size === 1,
    );
    expect(two.sink.queries[0]).toBe(`/?sample=1&x=a%20b&sourceWorker=${jobId}-worker-0-2`);
    expect((await rig.node.worker(jobId, 1)).sink.queries).toEqual([]);
    two.sink.say('{"from":2}');
    three.sink.say('from three');
    await Promise.all([reader.event('{"from":2}'), reader.event('from three')]);
    await two.exit(137);
    const four = await rig.node.worker(jobId, 4);
    await eventually('the replacement is connected', () => four.sink.clients.size === 1);
    four.sink.say('from four');
    three.sink.say('three goes on');
    await Promise.all([reader.event('from four'), reader.event('three goes on')]);
    expect(reader.ended).toBe(false);
    await rig.api.call('DELETE', `jobs/${jobId}`);
    await reader.end();
  });

  it('[V1-STREAM-13] are refused when a worker refuses the parameters and no other can be reached', async () => {
    await rig.api.createCluster('refusing');
    const jobId = await rig.launch('refusing');
    const [two, three] = [await rig.node.worker(jobId, 2), await rig.node.worker(jobId, 3)];
    two.sink.refusal = 'no such filter';
    await three.sink.close();
    // After a second without an answer of the workers a stream begins: a comment has the refusal then.
    await eventually('the workers answer in time', async () => {
      const { status, body } = await rig.api.get<{ error: string }>(`jobConnectbyid/${jobId}?filter=x`);
      expect([status, body.error]).toEqual([400, 'worker 2 refuses the parameters: no such filter']);
      return true;
    });
  });

  it('[V1-STREAM-13] go on when one worker refuses the parameters and the connection to another is interrupted', async () => {
    await rig.api.createCluster('interrupted');
    const jobId = await rig.launch('interrupted');
    const [two, three] = [await rig.node.worker(jobId, 2), await rig.node.worker(jobId, 3)];
    two.sink.refusal = 'no such filter';
    const reader = await rig.open(`jobConnectbyid/${jobId}?filter=x`);
    await eventually('the refusal is told', () => reader.raw.includes('no such filter'));
    await eventually('connected', () => three.sink.clients.size === 1);
    for (const client of three.sink.clients) client.destroy();
    const { clients, queries } = three.sink;
    await eventually('connected again', () => queries.length === 2 && clients.size === 1);
    three.sink.say('goes on');
    await reader.event('goes on');
  });

  it('[V1-STREAM-10] share one connection per worker among clients with equal parameters', async () => {
    await rig.api.createCluster('sharing', oneWorker);
    const jobId = await rig.launch('sharing');
    const { sink } = await rig.node.worker(jobId, 1);
    const some = await Promise.all([1, 2, 3].map(() => rig.open(`jobconnectbyid/${jobId}`)));
    const other = await rig.open(`jobConnectbyid/${jobId}?sample=1`);
    await eventually('connected', () => sink.clients.size === 2);
    sink.say('to all');
    await Promise.all([...some, other].map((reader) => reader.event('to all')));
    for (const reader of some) reader.close();
    await eventually('the connection of the three is gone', () => sink.clients.size === 1);
    const own = await Promise.all([1, 2].map(() => rig.open(`jobConnectbyid/${jobId}?clientId=me`)));
    await eventually(
      'clients that share events have connections of their own',
      () => sink.clients.size === 3,
    );
    expect(own).toHaveLength(2);
  });

  it('[V1-STREAM-11] drop messages for a slow client, report them, and keep memory bounded and others served', async () => {
    await rig.api.createCluster('slow', oneWorker);
    const jobId = await rig.launch('slow');
    const { sink } = await rig.node.worker(jobId, 1);
    const [slow, fast] = [
      await rig.open(`jobConnectbyid/${jobId}`),
      await rig.open(`jobConnectbyid/${jobId}`),
    ];
    await eventually('connected', () => sink.clients.size === 1);
    slow.response?.pause();
    const text = 'x'.repeat(LONG);
    await eventually('messages are dropped', async () => {
      sink.say(text);
      return (await rig.metric('stream_dropped_messages_total')) > 3;
    });
    sink.say('the end');
    await fast.event('the end');
    slow.response?.resume();
    await eventually('the slow one is told', () => /: \d+ messages dropped/.test(slow.raw));
    expect(slow.events.length).toBeLessThan(fast.events.length);
  });

  it('[V1-STREAM-11] report an oversized message, and continue after it', async () => {
    await rig.api.createCluster('huge', oneWorker);
    const jobId = await rig.launch('huge');
    const { sink } = await rig.node.worker(jobId, 1);
    const [plain, meta] = [
      await rig.open(`jobConnectbyid/${jobId}`),
      await rig.open(`jobConnectbyid/${jobId}?enableMetaMessages=true`),
    ];
    await eventually('connected', () => sink.clients.size === 2);
    const names = ['messages', 'bytes'].flatMap((unit) =>
      ['sink', 'sent', 'dropped'].map((what) => `stream_${what}_${unit}_total`),
    );
    const counts = () => Promise.all(names.map((name) => rig.metric(name)));
    const before = await counts();
    sink.say('x'.repeat(5 << 20));
    sink.say('later');
    await Promise.all([plain.event('later'), meta.event('{"svc.meta.dropped":1}'), meta.event('later')]);
    expect(plain.raw).toContain(': 1 messages dropped, they are larger than 4194304 bytes\n\n');
    const grown = (await counts()).map((count, index) => count - (before[index] ?? 0));
    const frame = 'data: later\n\n'.length;
    expect(grown.slice(0, 5)).toEqual([2, 2, 2, 2 * frame, 2 * frame]);
    expect(grown[5]).toBeGreaterThan(2 * (4 << 20));
  });

  it('[V1-STREAM-7] jobConnectbyname switches to a newer job', async () => {
    await rig.api.createCluster('named', oneWorker);
    const reader = await rig.open('jobConnectbyname/named');
    for (const number of [1, 2]) {
      const jobId = await rig.launch('named');
      const { sink } = await rig.node.worker(jobId, 1);
      await eventually('connected', () => sink.clients.size === 1);
      sink.say(`from ${number}`);
      await reader.event(`from ${number}`);
      await rig.api.call('DELETE', `jobs/${jobId}`);
    }
    expect(reader.ended).toBe(false);
  });

  it('[V1-STREAM-8] jobsubmitandconnect submits, then streams; a refused submission is a plain error', async () => {
    await rig.api.createCluster('connected', oneWorker);
    const response = await fetch(`${rig.service.url}/api/v1/jobsubmitandconnect`, {
      method: 'POST',
      body: JSON.stringify({ ...submission('connected'), paramters: [] }),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=UTF-8',
    ]);
    expect(response.headers.get('ignored-fields')).toBe('paramters');
    const { sink } = await rig.node.worker('connected-1', 1);
    await eventually('connected', () => sink.clients.size === 1);
    sink.say('hello');
    const body = response.body as unknown as AsyncIterable<Uint8Array>;
    let text = '';
    for await (const chunk of body) {
      text += Buffer.from(chunk).toString();
      if (text.includes('data')) break;
    }
    expect(text).toMatch(/^(:\n\n)*data: hello\n\n$/);
    expect((await rig.api.post('jobsubmitandconnect', submission('nobody'))).status).toBe(404);
  });
});
