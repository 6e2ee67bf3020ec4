/** One query parameter; a multi-valued one comes several times. */
export type QueryPair = readonly [name: string, value: string];

/** `?a=1&b=2`, each part encoded once; empty without parameters. */
export function queryString(pairs: readonly QueryPair[]): string {
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}
