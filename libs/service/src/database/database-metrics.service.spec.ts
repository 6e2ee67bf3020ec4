import { statementKind } from './database-metrics.service';

it.each([
  ['SELECT 1', 'select'],
  ['\n  (select a from b) UNION ALL (select 2)', 'select'],
  ['INSERT IGNORE INTO a VALUES (1)', 'insert'],
  ['COMMIT', 'commit'],
  ['START TRANSACTION', 'other'],
  ['DO RELEASE_LOCK(?)', 'other'],
  ['', 'other'],
])('%j is of the kind %s', (sql, kind) => {
  expect(statementKind(sql)).toBe(kind);
});
