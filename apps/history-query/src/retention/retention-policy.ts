import { COLLECTION_PATTERN, ruleFor, type CollectionRule } from '../collections/collection-rules';

/** What of a collection's past is kept (reference: history, Revisions and Purge). Current documents always are. */
export type RetentionPolicy =
  | { keep: 'all' }
  /** Nothing of the past. */
  | { keep: 'live' }
  /** The newest revision of each document, also of one that is gone. */
  | { keep: 'last' }
  /** What was valid within the last `ms`. */
  | { keep: 'age'; ms: number };

/** A rule of the setting `RETENTION`: which collections, and what of them is kept. */
export interface RetentionRule extends CollectionRule {
  policy: RetentionPolicy;
}

/** A rule as text. */
export const RETENTION_RULE = new RegExp(`^${COLLECTION_PATTERN}=(?:(all|live|last)|age:([1-9]\\d{0,14}))$`);

/** What every rule looks like. */
export const RETENTION_SYNTAX = 'area/collection=all|live|last|age:<ms> (area/* and * match many)';

/** Reads `svc/*=age:7776000000`; undefined when it is no rule. */
export function readRetentionRule(text: string): RetentionRule | undefined {
  const match = RETENTION_RULE.exec(text);
  if (!match) return undefined;
  const [, pattern = '', keep, age] = match;
  if (age !== undefined) return { pattern, policy: { keep: 'age', ms: Number(age) } };
  return { pattern, policy: { keep: keep as 'all' | 'live' | 'last' } };
}

/** The policy of a collection: the most exact rule counts, of equal ones the last; without any, all is kept. */
export function retentionOf(collection: string, rules: readonly RetentionRule[]): RetentionPolicy {
  return ruleFor(collection, rules)?.policy ?? { keep: 'all' };
}
