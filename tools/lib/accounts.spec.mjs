import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { accountAdvice, usersWithoutAccount } from './accounts.mjs';

const { username } = userInfo();

test('names the users without an account while jobs run as them', () => {
  const users = [username, 'no-such-user'];
  assert.deepEqual(usersWithoutAccount(users, { RUN_AS_USER: 'on' }), ['no-such-user']);
  for (const environment of [{}, { RUN_AS_USER: 'off' }])
    assert.deepEqual(usersWithoutAccount(users, environment), []);
});

test('advises how to create them', () => {
  assert.deepEqual(accountAdvice([]), []);
  assert.match(
    accountAdvice(['demo']).join(),
    /no user demo: create what is missing \(useradd --no-create-home demo\)/,
  );
  assert.match(
    accountAdvice(['demo', 'example']).join(),
    /no user demo and example: .*demo; useradd --no-create-home example\)/,
  );
});
