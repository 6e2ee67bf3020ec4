import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVICES, portsFrom } from './settings.mjs';
import { summary } from './summary.mjs';

/** Services as a start returns them; none of them runs, so they have no memory. */
const started = (changes = {}) =>
  SERVICES.map((service, index) => ({
    ...service,
    app: `none-${service.app}`,
    port: 1 + index,
    kept: false,
    isOlder: false,
    changed: [],
    readyMs: 2000 + index,
    ...changes,
  }));

const line = (text, start) => text.split('\n').find((one) => one.trim().startsWith(start));

test('prints the times and the memory, and no goals of the project', () => {
  const text = summary(started(), true);
  assert.match(line(text, 'the three services'), /2\.0 s +0 MB$/);
  assert.doesNotMatch(text, /goal/);
});

test('services that ran already have no time to ready', () => {
  assert.match(line(summary(started({ kept: true }), true), 'the three services'), /services +0 MB$/);
});

test('prints a token for each role when the development issuer runs, and only then', () => {
  const issuer = {
    key: 'issuer',
    app: 'none',
    title: 'development issuer',
    port: 9,
    kept: false,
    readyMs: 1,
  };
  const text = summary([...started(), issuer], true);
  for (const name of ['READER', 'SUBMITTER', 'ADMIN']) {
    const [, claims] = line(text, `${name}=`).split('.');
    assert.deepEqual(JSON.parse(Buffer.from(claims, 'base64url')).roles, [name.toLowerCase()]);
  }
  assert.match(line(text, 'curl'), /Bearer \$READER/);
  assert.doesNotMatch(summary(started(), true), /READER|token/);
});

test('reports services that run with other settings than a new start would use', () => {
  const text = summary(started({ kept: true, changed: ['DATABASE_URL', 'REDIS_URL'] }), true);
  assert.match(line(text, 'history query still'), /other settings \(DATABASE_URL, REDIS_URL\)/);
  assert.doesNotMatch(summary(started(), true), /other settings/);
});

test('gives the command portolan the addresses when the ports are not the usual ones, and only then', () => {
  const exported = line(summary(started(), true), 'export PORTOLAN_');
  for (const name of ['HISTORY', 'JOBS', 'STREAMS'])
    assert.match(exported, new RegExp(`PORTOLAN_${name}_URL=http://127\\.0\\.0\\.1:[123]( |$)`));
  const usual = started().map((service) => ({ ...service, port: portsFrom({})[service.key] }));
  assert.doesNotMatch(summary(usual, true), /export PORTOLAN_/);
});
