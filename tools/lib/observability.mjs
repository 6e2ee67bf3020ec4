/** The alert rules and the dashboard of k8s/observability, and the metrics that docs/operations.md names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocuments } from './kustomize.mjs';
import { ROOT } from './settings.mjs';

const FOLDER = join(ROOT, 'k8s', 'observability');

export const alertRules = () =>
  parseDocuments(readFileSync(join(FOLDER, 'portolan.rules.yml'), 'utf8'))[0].groups;

export const dashboard = () => JSON.parse(readFileSync(join(FOLDER, 'portolan-dashboard.json'), 'utf8'));

/**
 * Returns the names in the first column of the tables of docs/operations.md. A test of each service compares them with its
 * metrics.
 */
export function documentedMetrics() {
  const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
  const cells = [...page.matchAll(/^\| (`[^|]+`) +\|/gm)].map(([, cell]) => cell);
  return new Set(cells.flatMap((cell) => [...cell.matchAll(/`([a-z][a-z0-9_]*)`/g)].map(([, name]) => name)));
}

const WORDS = new Set(
  'sum max min avg count by without rate increase histogram_quantile avg_over_time and or unless on ignoring'.split(
    ' ',
  ),
);

/** Returns the names of metrics in a PromQL expression; series of a histogram without their suffix. */
export function metricsOf(expression) {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '');
  const names = [...bare.matchAll(/[a-zA-Z_:][\w:]*/g)].map(([name]) => name);
  return names.filter((name) => !WORDS.has(name)).map((name) => name.replace(/_(?:bucket|count)$/, ''));
}

export const anchors = (page) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
