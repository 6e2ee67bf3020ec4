import { hostOf, isLocalAddress } from './local-address';

it.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '169.254.169.254',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  'fd00:ec2::254',
])('%s is local', (address) => expect(isLocalAddress(address)).toBe(true));

it.each(['10.0.0.1', '192.168.1.1', '93.184.216.34', '2606:2800:220:1::1', 'fd12::1', '::ffff:10.0.0.1'])(
  '%s is not',
  (address) => expect(isLocalAddress(address)).toBe(false),
);

it.each([
  ['http://[::1]:80/x', '::1'],
  ['http://2130706433/', '127.0.0.1'],
  ['https://Example.org', 'example.org'],
])('the host of %s is %s', (url, host) => expect(hostOf(new URL(url))).toBe(host));
