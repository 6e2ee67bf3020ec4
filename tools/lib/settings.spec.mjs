import assert from 'node:assert/strict';
import { test } from 'node:test';
import { portsFrom } from './settings.mjs';

test('the ports are the documented ones', () => {
  assert.deepEqual(portsFrom({}), {
    streams: 7101,
    history: 7102,
    jobs: 7103,
    artifacts: 7104,
    console: 7105,
    issuer: 7106,
    mysql: 13306,
    redis: 16379,
  });
});

test('an offset moves all ports, a port of a server by name wins', () => {
  const ports = portsFrom({ PORTOLAN_PORT_OFFSET: '100', PORTOLAN_REDIS_PORT: '17000' });
  assert.deepEqual(ports, {
    streams: 7201,
    history: 7202,
    jobs: 7203,
    artifacts: 7204,
    console: 7205,
    issuer: 7206,
    mysql: 13406,
    redis: 17000,
  });
});

test('a wrong value names the variable', () => {
  assert.throws(
    () => portsFrom({ PORTOLAN_MYSQL_PORT: 'x' }),
    /PORTOLAN_MYSQL_PORT must be a port .* not "x"/,
  );
  assert.throws(() => portsFrom({ PORTOLAN_PORT_OFFSET: '-1' }), /PORTOLAN_PORT_OFFSET/);
});
