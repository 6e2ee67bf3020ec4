import { clientAddress, trustedProxies } from './forwarded';

const isProxy = (address: string | undefined): boolean => address?.startsWith('10.') ?? false;

it.each([
  ['192.0.2.1', {}, '192.0.2.1'],
  ['192.0.2.1', { 'x-forwarded-for': '198.51.100.1' }, '192.0.2.1'],
  ['10.0.0.1', {}, '10.0.0.1'],
  ['10.0.0.1', { 'x-forwarded-for': '198.51.100.1, 198.51.100.2' }, '198.51.100.2'],
  ['10.0.0.1', { 'x-forwarded-for': '198.51.100.1, 198.51.100.2, 10.0.0.2' }, '198.51.100.2'],
  ['10.0.0.1', { 'x-forwarded-for': '10.0.0.3' }, '10.0.0.3'],
  ['10.0.0.1', { forwarded: 'for="[2001:db8::1]:7"' }, '2001:db8::1'],
])('the client of %s with %j is %s', (remoteAddress, headers, expected) => {
  expect(clientAddress({ headers, socket: { remoteAddress } }, isProxy)).toBe(expected);
});

it.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['127.0.0.1', true],
  ['fe80::1', true],
  ['192.0.2.1', false],
  ['2001:db8::1', false],
  ['unix:', false],
  [undefined, false],
])('%s is a proxy: %s', (address, expected) => {
  expect(trustedProxies(['10.0.0.0/8', 'loopback', 'linklocal'])(address)).toBe(expected);
  expect(trustedProxies([])(address)).toBe(false);
});
