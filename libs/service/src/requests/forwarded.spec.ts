import { dropUntrusted, forwardedAddress, readForwarded, withoutSlashes } from './forwarded';

it.each([
  [
    'for=192.0.2.60;proto=https;by=203.0.113.43;host=api.example.org',
    { for: '192.0.2.60', host: 'api.example.org', proto: 'https' },
  ],
  ['For="[2001:db8::1]:4711"', { for: '2001:db8::1' }],
  [
    'for=192.0.2.43:80, for=198.51.100.17;Host="a:8080"',
    { for: '192.0.2.43, 198.51.100.17', host: 'a:8080' },
  ],
  ['host="a,b"', { host: 'a,b' }],
  ['for = "a', {}],
  ['host="a\\"b,c" ; proto=http , ;,for=192.0.2.9', { host: 'a"b,c', proto: 'http', for: '192.0.2.9' }],
  ['for="x, for=192.0.2.7;host="h"', { for: '192.0.2.7', host: 'h' }],
  ['nonsense, for=192.0.2.8', { for: '192.0.2.8' }],
  ['nonsense', {}],
  ['', {}],
])('Forwarded: %s', (forwarded, expected: Record<string, string>) => {
  const headers: Record<string, string> = { forwarded };
  readForwarded(headers);
  const { forwarded: _given, ...rest } = headers;
  expect(rest).toEqual(
    Object.fromEntries(Object.entries(expected).map(([name, value]) => [`x-forwarded-${name}`, value])),
  );
});

it('counts only when there are no X-Forwarded-* headers', () => {
  const headers = { forwarded: 'host=a', 'x-forwarded-for': '192.0.2.1' };
  readForwarded(headers);
  expect(headers).toEqual({ forwarded: 'host=a', 'x-forwarded-for': '192.0.2.1' });
});

const SIZE = 64 * 1024;
const of = (part: string): string => part.repeat(SIZE / part.length);

it.each(['"', '\\"', 'a', 'a="\\"', '=', ' ', ',', ' a="b,', 'a="b";', '/'])(
  'needs linear time for many %s',
  (part) => {
    const headers = { forwarded: `for="${of(part)}` };
    const began = process.cpuUsage();
    readForwarded(headers);
    readForwarded({ forwarded: of(part) });
    withoutSlashes(`${of(part)}x`);
    // Quadratic time would be ten seconds.
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  },
);

it('cuts slashes off the end of an address only', () => {
  expect(['http://a//b//', '//', ''].map(withoutSlashes)).toEqual(['http://a//b', '', '']);
});

it.each([
  [{}, 'https://a:1'],
  [{ 'x-forwarded-port': '8443' }, 'https://a:8443'],
  [{ 'x-forwarded-port': '443' }, 'https://a'],
  [{ 'x-forwarded-port': '1, 443' }, 'https://a'],
  [{ 'x-forwarded-port': '0' }, 'https://a:1'],
  [{ 'x-forwarded-port': '70000' }, 'https://a:1'],
  [{ 'x-forwarded-port': '80@b' }, 'https://a:1'],
  [{ 'x-forwarded-prefix': '/base/of' }, 'https://a:1/base/of'],
  [{ 'x-forwarded-prefix': '/evil, /base' }, 'https://a:1/base'],
  [{ 'x-forwarded-prefix': 'base' }, 'https://a:1'],
  [{ 'x-forwarded-prefix': '/a/../b' }, 'https://a:1'],
  [{ 'x-forwarded-prefix': '//b' }, 'https://a:1'],
  [{ 'x-forwarded-prefix': '/a"<' }, 'https://a:1'],
  [{ 'x-forwarded-prefix': `/${'a'.repeat(512)}` }, 'https://a:1'],
])('an address with %j', (headers, address) => {
  expect(forwardedAddress('https', 'a:1', headers)).toBe(address);
});

it.each([
  ['HTTPS', 'https://a'],
  ['javascript', 'http://a'],
  ['', 'http://a'],
])('takes the protocol %s for one of the web', (protocol, address) => {
  expect(forwardedAddress(protocol, 'a', {})).toBe(address);
});

it('reads a port after an address in brackets, and needs linear time for long headers', () => {
  expect(forwardedAddress('http', '[::1]', { 'x-forwarded-port': '8080' })).toBe('http://[::1]:8080');
  const began = process.cpuUsage();
  for (const part of ['/a', '/', ':1', ',', '.'])
    forwardedAddress('http', of(part), { 'x-forwarded-prefix': `/${of(part)}"`, 'x-forwarded-port': '1' });
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});

it('ignores port and prefix unless a trusted proxy sent them', () => {
  const headers = { 'x-forwarded-port': '1', 'x-forwarded-prefix': '/a', host: 'h' };
  dropUntrusted(headers);
  expect(headers).toEqual({ host: 'h' });
});
