import {
  OutboundMode,
  isLocalAddress,
  mayCall,
  mayRead,
  parseOutboundEntry,
  parseOutboundRules,
} from './outbound-rules';

it.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '169.254.169.254',
  '100.100.100.200',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::169.254.169.254',
  '2002:7f00:1::',
  'fd00:ec2::254',
  'fd20:ce::254',
  '168.63.129.16',
  '::ffff:0:127.0.0.1',
])('%s is local', (address) => expect(isLocalAddress(address)).toBe(true));

it.each([
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '93.184.216.34',
  '2606:2800:220:1::1',
  'fd12::1',
  '::ffff:10.0.0.1',
  '64:ff9b::5db8:d822',
  '2002:5db8:d822::1',
])('%s is not a local address', (address) => expect(isLocalAddress(address)).toBe(false));

const allows = (entry: string, host: string, address: string, port = 80): boolean =>
  mayCall(parseOutboundRules(OutboundMode.Open, [entry]), host, address, port);

describe('an entry of the list', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
    ['127.0.0.0/8', '127.1.2.3', '127.1.2.3'],
    ['127.0.0.1:80', '127.0.0.1', '127.0.0.1'],
    ['[::1]:80', '::1', '::1'],
    ['::1', '::1', '::1'],
    ['[::1]', '::1', '::1'],
    ['fe80::/10', 'fe80::5', 'fe80::5'],
    ['artifacts', 'ARTIFACTS', '127.0.0.1'],
    ['artifacts:80', 'artifacts', '127.0.0.1'],
    ['.svc.cluster.local', 'store.svc.cluster.local', '169.254.20.10'],
    // A name is allowed wherever it resolves to.
    ['127.0.0.0/8', 'localhost', '127.0.0.1'],
  ])('the entry %s allows %s', (entry, host, address) => expect(allows(entry, host, address)).toBe(true));

  it.each([
    ['127.0.0.1', '127.0.0.2', '127.0.0.2'],
    ['127.0.0.1:81', '127.0.0.1', '127.0.0.1'],
    ['artifacts', 'artifacts.evil', '127.0.0.1'],
    ['.example.org', 'example.org.evil', '127.0.0.1'],
    ['.example.org', 'evilexample.org', '127.0.0.1'],
    ['169.254.0.0/16', '::1', '::1'],
  ])('the entry %s does not allow %s', (entry, host, address) =>
    expect(allows(entry, host, address)).toBe(false),
  );

  it.each([
    '',
    'http://a',
    'a b',
    'a/b',
    '1.2.3.4/33',
    'x:99999',
    '..',
    'a..b',
    'file://host/x',
    '*.a',
    '[::1',
    's3://',
    's3:///key',
    's3://bucket/%zz',
  ])('refuses the entry %j', (entry) => expect(parseOutboundEntry(entry)).toBeUndefined());

  it('may be a folder of files', () => {
    expect(parseOutboundRules(OutboundMode.Open, ['file:///srv/my%20files/']).folders).toEqual([
      '/srv/my files/',
    ]);
  });
});

describe('an object', () => {
  const LISTED = ['s3://artifacts', 's3a://shared/team%20a', 's3://logs/2026/', 'artifacts.example.org'];
  const listed = parseOutboundRules(OutboundMode.Listed, LISTED);

  it.each([
    ['artifacts', 'any/thing', true],
    ['shared', 'team a/job.zip', true],
    ['shared', 'team a', false],
    ['shared', 'team abc/job.zip', false],
    ['shared', 'x/team a/job.zip', false],
    ['logs', '2026/11', true],
    ['archives', 'job.zip', false],
    ['artifacts.example.org', 'job.zip', false],
  ])('the list allows the object in the bucket %s: %s, %s', (bucket, key, allowed) =>
    expect(mayRead(listed, bucket, key)).toBe(allowed),
  );

  it('may be read anywhere when everything is allowed', () => {
    expect(mayRead(parseOutboundRules(OutboundMode.Open, LISTED), 'archives', 'job.zip')).toBe(true);
  });
});

it('allows listed destinations only with OUTBOUND=listed', () => {
  const rules = parseOutboundRules(OutboundMode.Listed, ['artifacts.example.org', '10.1.0.0/16']);
  expect(mayCall(rules, 'artifacts.example.org', '93.184.216.34', 443)).toBe(true);
  expect(mayCall(rules, '10.1.2.3', '10.1.2.3', 80)).toBe(true);
  expect(mayCall(rules, 'example.com', '93.184.216.34', 443)).toBe(false);
  expect(mayCall(rules, '10.2.0.1', '10.2.0.1', 80)).toBe(false);
});
