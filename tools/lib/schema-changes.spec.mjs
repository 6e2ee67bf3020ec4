import assert from 'node:assert/strict';
import test from 'node:test';
import { breakingChanges } from './schema-changes.mjs';

const column = (name, more = {}) => ({
  table: 'jobs',
  name,
  type: 'varchar(20)',
  nullable: false,
  hasDefault: false,
  ...more,
});
const before = [column('id'), column('note', { nullable: true })];

test('additions and wider types do not break the previous release', () => {
  const after = [
    column('id', { type: 'varchar(40)' }),
    column('note', { nullable: true }),
    column('turn', { hasDefault: true }),
    column('hint', { nullable: true }),
    column('id', { table: 'mails' }),
  ];
  assert.deepEqual(breakingChanges(before, after), []);
});

for (const [what, after, problem] of [
  ['a column that goes', [column('id')], 'jobs.note is gone, which the release before reads'],
  [
    'a column with another name',
    [column('id'), column('remark', { nullable: true })],
    'jobs.note is gone, which the release before reads',
  ],
  [
    'a shorter text',
    [column('id', { type: 'varchar(10)' }), before[1]],
    'jobs.id was varchar(20) and is varchar(10)',
  ],
  ['another type', [column('id', { type: 'bigint' }), before[1]], 'jobs.id was varchar(20) and is bigint'],
  ['a value that is demanded', [column('id'), column('note')], 'jobs.note can not be NULL any more'],
  [
    'a column that nobody fills',
    [...before, column('turn')],
    'jobs.turn has no default, and the release before does not write it',
  ],
])
  test(`${what} would break the release before`, () => {
    assert.deepEqual(breakingChanges(before, after), [problem]);
  });

test('what no release reads any more may go', () => {
  assert.deepEqual(breakingChanges(before, [column('id')], ['jobs.note']), []);
  assert.deepEqual(breakingChanges(before, [], ['jobs']), []);
});
