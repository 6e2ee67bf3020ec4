import { allowedHosts, hostName, isHostEntry, isLoopback } from './allowed-hosts';

it.each([
  ['localhost:7103', 'localhost'],
  ['LOCALHOST.', 'localhost'],
  ['127.0.0.1:80', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['[0:0::1]:7', '[::1]'],
  ['job_service:8080', 'job_service'],
  ['user@localhost', undefined],
  ['localhost/x', undefined],
  ['localhost:1:2', undefined],
  ['300.1.1.1', undefined],
  ['', undefined],
])('the name in Host %s is %s', (host, name) => expect(hostName(host)).toBe(name));

it.each([
  ['localhost', true],
  ['api.localhost', true],
  ['127.8.9.10', true],
  ['[::1]', true],
  ['[::ffff:7f00:1]', true],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['[::ffff:a00:1]', false],
])('%s is loopback: %s', (name, expected) => expect(isLoopback(name)).toBe(expected));

it('allows loopback, the entries and the hosts of own addresses', () => {
  const isAllowed = allowedHosts(
    ['jobs', '.Portolan.svc', '10.0.0.5', 'fd00::5'],
    ['https://Portolan.example/base', undefined, 'http://[fd00::9]:8080'],
  );
  const names = ['localhost', 'jobs', 'a.portolan.svc', 'portolan.svc', '10.0.0.5', '[fd00::5]', '[fd00::9]'];
  expect([...names, 'portolan.example'].filter((name) => !isAllowed(name))).toEqual([]);
  expect(['evil.example', 'xportolan.svc', 'jobs.evil.example', '10.0.0.6'].filter(isAllowed)).toEqual([]);
});

it.each([
  ['*', true],
  ['.example.org', true],
  ['name', true],
  ['[::1]', true],
  ['fd00::1', true],
  ['name:8080', false],
  ['https://name', false],
  ['*.example.org', false],
])('%s can be an entry of ALLOWED_HOSTS: %s', (entry, expected) => expect(isHostEntry(entry)).toBe(expected));
