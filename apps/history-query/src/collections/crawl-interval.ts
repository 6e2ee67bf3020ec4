import type { CollectionDefinition } from './collection-definition';
import { PATTERN, ruleFor } from './collection-pattern';

/** An entry of `CRAWL_INTERVALS`, and its form for messages. */
export const INTERVAL_RULE = new RegExp(`^${PATTERN}=(off|[1-9]\\d{0,9})$`);
export const INTERVAL_SYNTAX = 'area/collection=<ms>|off (area/* and * match many)';

/** Returns the pause between two crawls, ms; undefined: not crawled. @param usualMs default, unless the collection defines a longer one */
export function crawlInterval(
  { name, everyMs }: Pick<CollectionDefinition, 'name' | 'everyMs'>,
  rules: readonly string[],
  usualMs: number,
): number | undefined {
  const read = rules.flatMap((text) => {
    const [, pattern, interval] = INTERVAL_RULE.exec(text) ?? [];
    return pattern === undefined ? [] : [{ pattern, interval }];
  });
  const rule = ruleFor(name, read);
  if (!rule) return Math.max(usualMs, everyMs ?? 0);
  return rule.interval === 'off' ? undefined : Number(rule.interval);
}
