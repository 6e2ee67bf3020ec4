import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withServer, checkRedis } from './databases.mjs';
import { addresses, privateServers } from './servers.mjs';
import { findRunning } from './processes.mjs';
import { paths } from './settings.mjs';

const needed = privateServers();

/** Says why a server has no password of this release; false otherwise. */
function given(...names) {
  if (names.some((name) => !needed[name])) return 'the environment names another server';
  return names.every((name) => findRunning(name)?.hasPassword)
    ? false
    : 'the server is a container, or an earlier release started it';
}

const withoutPassword = (address, user = '') => {
  const url = new URL(address);
  Object.assign(url, { username: user, password: '' });
  return url.href;
};
const modeOf = (path) => statSync(path).mode & 0o777;

test('the private MySQL admits no account without its password', { skip: given('mysql') }, async () => {
  const { admin } = addresses();
  const one = (connection) => connection.query('SELECT 1');
  await withServer(admin, one);
  for (const user of ['root', 'mysql', 'nobody'])
    await assert.rejects(withServer(withoutPassword(admin, user), one), /Access denied/);
  const [rows] = await withServer(admin, (connection) =>
    connection.query(
      `SELECT host, user FROM mysql.user WHERE plugin LIKE '%password' AND authentication_string = '' AND host IN ('localhost', '127.0.0.1', '%') AND user <> 'mariadb.sys'`,
    ),
  );
  assert.deepEqual(rows, []);
});

test('the private Redis admits nobody without its password', { skip: given('redis') }, async () => {
  const { redis: address } = addresses();
  await checkRedis(address);
  await assert.rejects(checkRedis(withoutPassword(address)), /NOAUTH/);
});

test(
  'other users of the machine cannot read the passwords, queues and logs',
  { skip: given('mysql', 'redis') },
  () => {
    assert.equal(modeOf(paths.state), 0o600);
    assert.equal(modeOf(paths.redis), 0o700);
    assert.equal(modeOf(paths.logs), 0o700);
    assert.equal(modeOf(join(paths.mysql, 'init.sql')), 0o600);
  },
);
