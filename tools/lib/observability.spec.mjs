import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertRules, anchors, dashboard, documentedMetrics, metricsOf } from './observability.mjs';

const known = documentedMetrics();
const rules = alertRules().flatMap(({ rules: all }) => all);

test('metrics are found in expressions', () => {
  assert.deepEqual(
    metricsOf('sum by (job, le) (rate(a_seconds_bucket{x!~"b.*"}[5m])) / max(c) and on (job) d_total > 0.1'),
    ['a_seconds', 'c', 'd_total'],
  );
});

test('every alert uses exported metrics and names an existing runbook', () => {
  assert.ok(rules.length > 15);
  const headings = anchors('docs/operations.md');
  for (const { alert, expr, labels, annotations } of rules) {
    assert.match(alert, /^Portolan[A-Z]\w+$/);
    const names = metricsOf(expr);
    assert.ok(names.length > 0, alert);
    for (const name of names) assert.ok(known.has(name), `${alert}: ${name}`);
    assert.ok(['critical', 'warning'].includes(labels.severity), alert);
    assert.ok(annotations.summary, alert);
    const [page, heading] = annotations.runbook.split('#');
    assert.equal(page, 'docs/operations.md', alert);
    assert.ok(headings.includes(heading), `${alert}: ${heading}`);
  }
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
});

test('every panel of the dashboard asks for metrics that services export', () => {
  const { panels, schemaVersion, uid } = dashboard();
  assert.ok(schemaVersion > 0 && uid);
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const graphs = panels.filter(({ type }) => type !== 'row');
  assert.ok(graphs.length > 20);
  for (const { title, description, targets, gridPos } of graphs) {
    assert.match(description ?? '', /^[A-Z`].{20,}\.$/, `${title} does not say what it shows`);
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    assert.ok(targets.length > 0, title);
    for (const { expr } of targets)
      for (const name of metricsOf(expr)) assert.ok(known.has(name), `${title}: ${name}`);
  }
});
