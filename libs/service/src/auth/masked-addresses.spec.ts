import { maskAddress, maskWebhook } from './masked-addresses';

it.each([
  ['https://ann:hush@host:8443/a/b.zip', 'https://***@host:8443/a/b.zip'],
  ['https://hush@host/a', 'https://***@host/a'],
  ['ftp://ann:pa@ss@host/a', 'ftp://***@host/a'],
  ['s3n://KEY:SE/CRET@bucket/x', 's3n://***@bucket/x'],
  ['s3n://KEY:/SECRET@bucket/x', 's3n://***@bucket/x'],
  ['s3a://KEY:7/CRET@bucket/x', 's3a://***@bucket/x'],
  ['s3n://KEY:SE?CR/E#T@bucket/x?v=1', 's3n://***@bucket/x?***'],
  ['https://ann:pa/ss@host:8443/a', 'https://***@host:8443/a'],
  ['https://ann:hush@host/a@b', 'https://***@host/a@b'],
  ['https://host:8443/@scope/a', 'https://host:8443/@scope/a'],
  ['https://[::1]:8443/@scope/a', 'https://[::1]:8443/@scope/a'],
  ['https://host/@scope/a:b@c', 'https://host/@scope/a:b@c'],
  ['https://host/a?X-Amz-Signature=hush&v=1', 'https://host/a?***'],
  ['https://ann:hush@host/a?sig=hush#part', 'https://***@host/a?***#part'],
  ['s3://bucket/a@b', 's3://bucket/a@b'],
  ['https://host/a', 'https://host/a'],
  ['https://host/a?', 'https://host/a?'],
  ['/srv/files/what?.txt', '/srv/files/what?.txt'],
  ['not an address', 'not an address'],
])('%s is shown as %s', (location, shown) => expect(maskAddress(location)).toBe(shown));

it.each([
  ['https://hooks.example/services/T0/B0/hush', 'https://hooks.example/***'],
  ['https://hooks.example:8443/?token=hush', 'https://hooks.example:8443/***'],
  ['https://hooks.example/', 'https://hooks.example/'],
])('the webhook %s is shown as %s', (url, shown) => expect(maskWebhook(url)).toBe(shown));
