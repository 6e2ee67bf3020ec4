import { OutboundMode } from './outbound-rules';
import { Outbound, OutboundRefusedError, hostOf } from './outbound';

const outbound = (...allowed: string[]): Outbound =>
  new Outbound({ OUTBOUND: OutboundMode.Open, OUTBOUND_ALLOWED: allowed });

it.each([
  ['http://[::1]:80/x', '::1'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://017700000001/', '127.0.0.1'],
  ['https://Example.org', 'example.org'],
])('the host of %s is %s', (url, host) => expect(hostOf(new URL(url))).toBe(host));

it.each([
  'http://127.1/',
  'http://2130706433/',
  'http://[::ffff:127.0.0.1]/',
  'http://LOCALHOST/',
  'http://a.localhost/',
])('%s is refused before it is called', (url) =>
  expect(() => outbound().check(new URL(url))).toThrow(OutboundRefusedError),
);

it('allows a listed IP address in every notation', () => {
  expect(() => outbound('127.0.0.1:8080').check(new URL('http://2130706433:8080/'))).not.toThrow();
  expect(() => outbound('127.0.0.1:8080').check(new URL('http://2130706433/'))).toThrow('OUTBOUND_ALLOWED');
});
