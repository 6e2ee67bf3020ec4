import { Via, type Principal } from '../identity/principal';
import { clientKey, networkOf } from './rate-limiter';

const principal = (subject: string): Principal => ({ subject, roles: [], via: Via.OAuth2 });

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is of the network %s', (address, network) => expect(networkOf(address)).toBe(network));

describe('the client of a request', () => {
  it('is its name, from any address', () => {
    expect(clientKey(principal('ann'), '192.0.2.7')).toBe(clientKey(principal('ann'), '192.0.2.8'));
    expect(clientKey(principal('ann'), '192.0.2.7')).not.toBe(clientKey(principal('bob'), '192.0.2.7'));
  });

  it('is its address when it has no name', () => {
    expect(clientKey(undefined, '192.0.2.7')).toBe('a:192.0.2.7');
    expect(clientKey({ subject: '', roles: [], via: Via.None }, '192.0.2.7')).toBe('a:192.0.2.7');
  });

  it('cannot be mistaken for another client', () => {
    expect(clientKey(principal('a:192.0.2.7'), '::1')).not.toBe('a:192.0.2.7');
    expect(clientKey(principal('x'.repeat(10_000)), '::1').length).toBeLessThan(100);
  });
});
