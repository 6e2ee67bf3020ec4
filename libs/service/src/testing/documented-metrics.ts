import { readFileSync } from 'node:fs';

/** Metrics that a document lists, by heading: the names in the first column of its tables. */
export function documentedMetrics(document: string): Map<string, string[]> {
  const sections = readFileSync(document, 'utf8').split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => [
      section.split('\n', 1)[0] ?? '',
      [...section.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = '']) =>
        [...cell.matchAll(/`([a-z][a-z0-9_]*)`/g)].flatMap(([, name]) => name ?? []),
      ),
    ]),
  );
}

/**
 * Compares the metrics of a document with those of a running service: for the tests of docs/operations.md.
 *
 * @param exported the response of `GET /metrics`
 * @param headings of the document that describe this service
 */
export function metricDifferences(
  exported: string,
  document: string,
  headings: readonly string[],
): { undocumented: string[]; notExported: string[] } {
  const names = new Set([...exported.matchAll(/^# TYPE (\S+) /gm)].flatMap(([, name]) => name ?? []));
  const sections = documentedMetrics(document);
  const listed = new Set(headings.flatMap((heading) => sections.get(heading) ?? []));
  return {
    undocumented: [...names].filter((name) => !listed.has(name)),
    notExported: [...listed].filter((name) => !names.has(name)),
  };
}
