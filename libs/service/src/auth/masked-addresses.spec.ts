import { hasUserInfo, maskAddress, maskWebhook } from './masked-addresses';

it.each([
  ['https://ann:hush@host:8443/a/b.zip', 'https://***@host:8443/a/b.zip'],
  ['https://hush@host/a', 'https://***@host/a'],
  ['ftp://ann:pa@ss@host/a', 'ftp://***@host/a'],
  ['s3n://KEY:SE/CRET@bucket/x', 's3n://***@bucket/x'],
  ['s3n://KEY:/SECRET@bucket/x', 's3n://***@bucket/x'],
  ['s3a://KEY:7/CRET@bucket/x', 's3a://***@bucket/x'],
  ['s3n://KEY:SE?CR/E#T@bucket/x?v=1', 's3n://***@bucket/x?***'],
  ['https://ann:pa/ss@host:8443/a', 'https://***@host:8443/a'],
  ['https://user:12/34@host/a', 'https://***@host/a'],
  ['https://user:12?3/4@host/a', 'https://***@host/a'],
  ['https://user.name:12/34@host/a', 'https://***@host/a'],
  ['https://ann@mail.example:pa/ss@host/a', 'https://***@host/a'],
  ['https://TOK/EN@host/a', 'https://***@host/a'],
  ['https://TOK/EN@host.example', 'https://***@host.example'],
  ['https:ann:hush@host.example/a', 'https:***@host.example/a'],
  ['https:/ann:hush@host.example/a?sig=hush', 'https:/***@host.example/a?***'],
  ['https:\\\\ann:hush@host.example/a', 'https:\\\\***@host.example/a'],
  [' ht\ntps:\n//ann:hush@host.example/a', ' ht\ntps:\n//***@host.example/a'],
  ['https://ann:hush@host.example/a@b', 'https://***@host.example/a@b'],
  ['https://host.example/@scope/a', 'https://host.example/@scope/a'],
  ['https://localhost:8443/@scope/a', 'https://localhost:8443/@scope/a'],
  ['https://10.0.0.1:8443/@scope/a', 'https://10.0.0.1:8443/@scope/a'],
  ['https://[::1]:8443/@scope/a', 'https://[::1]:8443/@scope/a'],
  ['https://host.example/@scope/a:b@c', 'https://host.example/@scope/a:b@c'],
  ['file:///srv/a@b', 'file:///srv/a@b'],
  ['https://host/a?X-Amz-Signature=hush&v=1', 'https://host/a?***'],
  ['https://ann:hush@host/a?sig=hush#part', 'https://***@host/a?***#part'],
  [
    'https://host/a;jsessionid=hush/b.zip;v=1;sig=a=b?x;y=z',
    'https://host/a;jsessionid=***/b.zip;v=***;sig=***?***',
  ],
  ['https://host/api/v2/view/instances;_expand', 'https://host/api/v2/view/instances;_expand'],
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

it.each([
  ['https://ann@host/a', true],
  ['https://user:12/34@host', true],
  ['https://TOK/EN@host', true],
  ['https://host.example/@scope/a', false],
  ['http://inventory:8080/hosts', false],
])('whether %s has a user or password: %s', (address, has) => expect(hasUserInfo(address)).toBe(has));
