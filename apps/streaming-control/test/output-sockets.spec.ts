import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { eventually } from '@portolan/service/testing';
import { oneWorker } from './support/api';
import { LONG, StreamRig, errorBody } from './support/stream-rig';

describe('output as websockets', () => {
  const rig = StreamRig.use();

  it('[V1-STREAM-9] send the messages of all sink workers, one per frame, and close with the job', async () => {
    await rig.api.createCluster('framed');
    const jobId = await rig.launch('framed');
    const client = rig.connect(`jobConnectbyid/${jobId}?sample=1`, rig.replica.url);
    const [two, three] = [await rig.node.worker(jobId, 2), await rig.node.worker(jobId, 3)];
    await eventually('connected', () => two.sink.clients.size + three.sink.clients.size === 2);
    expect(two.sink.queries[0]).toBe(`/?sample=1&sourceWorker=${jobId}-worker-0-2`);
    two.sink.say('{"from":2}');
    three.sink.say('of two lines\ndata: and more');
    await eventually('both messages', () => client.messages.length === 2);
    expect(client.messages.sort()).toEqual(['of two lines\nand more', '{"from":2}']);
    await rig.api.call('DELETE', `jobs/${jobId}`);
    expect((await client.closed)[0]).toBe(1000);
  });

  it('[V1-STREAM-9] follow a cluster to its newer jobs', async () => {
    await rig.api.createCluster('followed', oneWorker);
    const client = rig.connect('jobconnectbyname/followed');
    for (const number of [1, 2]) {
      const { sink } = await rig.node.worker(await rig.launch('followed'), 1);
      await eventually('connected', () => sink.clients.size === 1);
      sink.say(`from ${number}`);
      await eventually('the message', () => client.messages.includes(`from ${number}`));
    }
    client.socket.close();
    const { sink } = await rig.node.worker('followed-2', 1);
    await eventually('nobody listens', () => sink.clients.size === 0);
  });

  it('[V1-STREAM-14] answer pings whatever the client has sent before', async () => {
    await rig.api.createCluster('pinged', oneWorker);
    const jobId = await rig.launch('pinged');
    const paths = [
      `jobStatusStream/${jobId}`,
      `jobstatus/${jobId}`,
      'jobStatusStream/nobody-1',
      `jobConnectbyid/${jobId}`,
      'jobConnectbyname/pinged',
    ];
    const sent = ['', 'hello', 'null', '{"event":"constructor"}', 'x'.repeat(60_000), Buffer.of(0, 255)];
    for (const path of paths) {
      const { socket, answered } = rig.connect(path);
      await answered;
      const pongs: string[] = [];
      socket.on('pong', (data) => pongs.push(data.toString()));
      for (const [index, data] of sent.entries()) {
        socket.send(data);
        socket.ping(String(index));
      }
      await eventually(`all pongs of ${path}`, () => pongs.length === sent.length);
      expect(pongs).toEqual(sent.map((_, index) => String(index)));
      socket.close();
    }
  });

  it('close at once for an unknown job or cluster', async () => {
    expect(await rig.connect('jobConnectbyid/framed-9').closed).toEqual([4404, 'Job framed-9 not found']);
    expect(await rig.connect('jobConnectbyname/nobody').closed).toEqual([4404, 'No such Job cluster nobody']);
  });

  it('[V1-STREAM-11] drop messages for a slow client, report them in requested meta messages, and continue when it reads', async () => {
    await rig.api.createCluster('slow-socket', oneWorker);
    const jobId = await rig.launch('slow-socket');
    const { sink } = await rig.node.worker(jobId, 1);
    const client = rig.connect(`jobConnectbyid/${jobId}?enableMetaMessages=true`);
    await eventually('connected', () => sink.clients.size === 1);
    const dropped = () => rig.metric('stream_dropped_messages_total');
    const before = await dropped();
    client.socket.pause();
    const text = 'x'.repeat(LONG);
    await eventually('messages are dropped', async () => {
      sink.say(text);
      return (await dropped()) > before + 3;
    });
    client.socket.resume();
    await eventually('it goes on', () => {
      sink.say('later');
      return client.messages.includes('later');
    });
    await eventually('it is told how many it has lost', () =>
      client.messages.some((message) => /^\{"svc\.meta\.dropped":\d+\}$/.test(message)),
    );
    client.socket.close();
  });

  it('[V1-STREAM-11] report losses by a ping, and in total when they close, without meta messages', async () => {
    await rig.api.createCluster('told-socket', oneWorker);
    const jobId = await rig.launch('told-socket');
    const { sink } = await rig.node.worker(jobId, 1);
    const client = rig.connect(`jobConnectbyid/${jobId}`);
    await eventually('connected', () => sink.clients.size === 1);
    for (const text of ['one', 'two']) {
      sink.say('x'.repeat(5 << 20));
      sink.say(text);
    }
    await eventually('the messages between', () => client.messages.length === 2);
    expect(client.messages).toEqual(['one', 'two']);
    const ping = '1 messages dropped, they are larger than 4194304 bytes';
    await eventually('both pings', () => client.pings.filter((text) => text === ping).length === 2);
    await rig.api.call('DELETE', `jobs/${jobId}`);
    expect(await client.closed).toEqual([1000, '2 messages dropped']);
  });

  it('[V1-STREAM-9] are open to pages of allowed origins only, those of events, too', async () => {
    const guarded = await rig.startReplica({ CORS_ORIGINS: 'https://ui.example.org' });
    await rig.api.createCluster('guarded', oneWorker);
    const answerOf = async (origin: string) => {
      const client = rig.connect('jobConnectbyname/guarded', guarded.url, origin);
      const answer = await client.answered;
      client.socket.terminate();
      return answer;
    };
    expect(await answerOf('https://ui.example.org')).toMatchObject({ status: 101 });
    expect(await answerOf(guarded.url)).toMatchObject({ status: 101 });
    expect(await answerOf('https://evil.example')).toEqual({
      status: 403,
      body: errorBody('pages of this origin may not open websockets: add it to CORS_ORIGINS'),
    });
    const allowed = async (origin: string): Promise<string | null> => {
      const url = `${guarded.url}/api/v1/lastSubmittedJobIdStream/guarded`;
      const response = await fetch(url, { headers: { origin } });
      await response.body?.cancel();
      return response.headers.get('access-control-allow-origin');
    };
    expect(await allowed('https://ui.example.org')).toBe('https://ui.example.org');
    expect(await allowed('https://evil.example')).toBeNull();
    await guarded.close();
  });

  it('answer an invalid handshake with an error of the API, and one with another method as a plain request', async () => {
    const answer = async (path: string, method: string, more: Record<string, string> = {}) => {
      const headers = { connection: 'Upgrade', upgrade: 'websocket', ...more };
      const asked = request(`${rig.replica.url}/api/v1/${path}`, { method, headers }).end();
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      const { statusCode: status, headers: told } = response;
      return { status, version: told['sec-websocket-version'], body: await json(response) };
    };
    const key = 'dGhlIHNhbXBsZSBub25jZQ==';
    const headers = { 'sec-websocket-key': key, 'sec-websocket-version': '7' };
    expect(await answer('jobstatus/any-1', 'GET', headers)).toEqual({
      status: 400,
      version: '13, 8',
      body: errorBody('Missing or invalid Sec-WebSocket-Version header'),
    });
    expect(await answer('jobstatus/any-1', 'GET')).toMatchObject({
      status: 400,
      body: errorBody('Missing or invalid Sec-WebSocket-Key header'),
    });
    expect(await answer('jobConnectbyid/any-1', 'DELETE')).toMatchObject({ status: 405 });
  });

  it.each(['api/v1/jobStatusStream', 'api/v1/jobstatus', 'jobStatusStream', 'jobstatus'])(
    '[V1-ERR-1] [V1-ERR-3] %s answers a plain request with 400, and other methods with 405',
    async (path) => {
      const url = `${rig.replica.url}/${path}/any-1`;
      const plain = await fetch(url);
      expect([plain.status, await plain.json()]).toMatchObject([
        400,
        { error: expect.stringContaining('this address is a websocket') as string },
      ]);
      const posted = await fetch(url, { method: 'POST' });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    },
  );
});
