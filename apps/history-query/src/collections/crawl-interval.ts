import type { CollectionDefinition } from './collection-definition';
import { COLLECTION_PATTERN, ruleFor, type CollectionRule } from './collection-rules';

/** An entry of `CRAWL_INTERVALS`. */
export const INTERVAL_RULE = new RegExp(`^${COLLECTION_PATTERN}=(off|[1-9]\\d{0,9})$`);

/** What every entry looks like. */
export const INTERVAL_SYNTAX = 'area/collection=<ms>|off (area/* and * match many)';

interface IntervalRule extends CollectionRule {
  /** Undefined: not crawled. */
  everyMs: number | undefined;
}

function readRule(text: string): IntervalRule[] {
  const [, pattern, interval] = INTERVAL_RULE.exec(text) ?? [];
  if (pattern === undefined) return [];
  return [{ pattern, everyMs: interval === 'off' ? undefined : Number(interval) }];
}

/**
 * The pause between two crawls of a collection, ms; undefined when it is not crawled.
 *
 * @param rules entries of `CRAWL_INTERVALS`
 * @param usualMs what counts without a rule, if the collection is not slow by itself
 */
export function crawlInterval(
  { name, everyMs }: Pick<CollectionDefinition, 'name' | 'everyMs'>,
  rules: readonly string[],
  usualMs: number,
): number | undefined {
  const rule = ruleFor(name, rules.flatMap(readRule));
  return rule ? rule.everyMs : Math.max(usualMs, everyMs ?? 0);
}
