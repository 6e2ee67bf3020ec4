import { Signals } from '@portolan/messaging';
import { TEST_SERVERS, TcpProxy, eventually, testQueuePrefix } from '../src/testing';

const CHANNEL = 'news';

describe('signals over a connection that was lost', () => {
  let proxy: TcpProxy;
  let listening: Signals;
  let sending: Signals;
  let errors: string[];
  let seen: string[];
  beforeEach(async () => {
    const { hostname, port } = new URL(TEST_SERVERS.redis);
    proxy = await TcpProxy.start(hostname, Number(port));
    errors = [];
    seen = [];
    const onError = ({ message }: Error): void => void errors.push(message);
    const prefix = testQueuePrefix();
    listening = new Signals({ redis: proxy.addressFor(TEST_SERVERS.redis), prefix, onError });
    sending = new Signals({ redis: TEST_SERVERS.redis, prefix, onError: () => undefined });
    listening.on(CHANNEL).subscribe((payload) => seen.push(payload));
    await received('first');
  });
  afterEach(async () => {
    listening.close();
    sending.close();
    await proxy.stop();
  });

  const received = (payload: string) =>
    eventually(`${payload} is received`, () => {
      sending.send(CHANNEL, payload);
      return seen.includes(payload);
    });
  const reconnect = (): void => {
    proxy.cut();
    proxy.restore();
  };

  it('receives signals again after the connection was lost', async () => {
    reconnect();
    await received('second');
    expect(seen).toContain('second');
  });

  it('leave no rejection unhandled when they are closed before Redis has answered the new subscription', async () => {
    const held = proxy.holdAnswerTo(/subscribe/i);
    reconnect();
    await held;
    listening.close();
    // Jest fails the test for a rejection that nothing handles.
    await eventually('the subscription has failed', () => errors.includes('Connection is closed.'));
  });
});
