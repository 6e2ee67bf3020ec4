import { randomUUID } from 'node:crypto';
import { Queues, Signals, defineQueue } from '@portolan/messaging';
import { QueueConsumer } from '@portolan/messaging/testing';
import { TEST_SERVERS, TcpProxy, eventually } from '@portolan/service/testing';
import { Text } from '@portolan/validation';

class Note {
  @Text() text!: string;
}

const notes = defineQueue({ name: 'notes', message: Note, version: 1 });

describe('connections to Redis that have fallen silent without being closed', () => {
  let proxy: TcpProxy;
  let options: { redis: string; prefix: string; onError: () => void };

  beforeEach(async () => {
    const { hostname, port } = new URL(TEST_SERVERS.redis);
    proxy = await TcpProxy.start(hostname, Number(port));
    const redis = proxy.addressFor(TEST_SERVERS.redis);
    options = { redis, prefix: `test:${randomUUID()}`, onError: () => undefined };
  });
  afterEach(() => proxy.stop());

  it('are replaced by a sender', async () => {
    const queues = new Queues(options);
    await queues.send(notes, { text: 'before' });
    proxy.freezeOpen();
    await expect(queues.send(notes, { text: 'lost' })).rejects.toThrow('Command timed out');
    await eventually('it is sent', async () => {
      await queues.send(notes, { text: 'after' });
      return true;
    });
    await queues.close();
  });

  it('are replaced by a consumer', async () => {
    const queues = new Queues({ ...options, redis: TEST_SERVERS.redis });
    const received: string[] = [];
    const consumer = new QueueConsumer(options, notes, ({ body }) => {
      received.push(body.text);
      return Promise.resolve();
    });
    consumer.start();
    await queues.send(notes, { text: 'before' });
    await eventually('the first message is received', () => received.length === 1);
    proxy.freezeOpen();
    await queues.send(notes, { text: 'after' });
    await eventually('the second message is received', () => received.length === 2, 60_000);
    await consumer.close();
    await queues.close();
  });

  it('are replaced by signals, for sending and receiving', async () => {
    const signals = new Signals(options);
    const received: string[] = [];
    const subscription = signals.on('news').subscribe((payload) => received.push(payload));
    await eventually('a signal is received', () => {
      signals.send('news', 'before');
      return received.length > 0;
    });
    proxy.freezeOpen();
    await eventually('another one is received', () => {
      signals.send('news', 'after');
      return received.includes('after');
    });
    subscription.unsubscribe();
    signals.close();
  });
});
