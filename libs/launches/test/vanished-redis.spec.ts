import { randomUUID } from 'node:crypto';
import { Queues, defineQueue } from '@portolan/messaging';
import { TEST_SERVERS, TcpProxy, eventually } from '@portolan/service/testing';
import { Text } from '@portolan/validation';

class Note {
  @Text() text!: string;
}

it('a sender reaches Redis again after its connection has fallen silent without being closed', async () => {
  const { hostname, port } = new URL(TEST_SERVERS.redis);
  const proxy = await TcpProxy.start(hostname, Number(port));
  const prefix = `test:${randomUUID()}`;
  const redis = proxy.addressFor(TEST_SERVERS.redis);
  const queues = new Queues({ redis, prefix, onError: () => undefined });
  const notes = defineQueue({ name: 'notes', message: Note, version: 1 });
  await queues.send(notes, { text: 'before' });
  proxy.freezeOpen();
  await expect(queues.send(notes, { text: 'lost' })).rejects.toThrow('Command timed out');
  await eventually('it is sent', async () => {
    await queues.send(notes, { text: 'after' });
    return true;
  });
  await queues.close();
  await proxy.stop();
});
