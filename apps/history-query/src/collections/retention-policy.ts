import { PATTERN, ruleFor, type CollectionRule } from './collection-pattern';

/** The kept part of a collection's past (V2-KEEP-1). Current documents are always kept (V2-KEEP-2). */
export type RetentionPolicy =
  /** Everything; or no past revisions; or the newest revision of each document, also of a deleted one. */
  | { keep: 'all' | 'live' | 'last' }
  /** Revisions that were valid within the last `ms`. */
  | { keep: 'age'; ms: number };

/** A rule of the setting `RETENTION`: matching collections and their policy. */
export interface RetentionRule extends CollectionRule {
  policy: RetentionPolicy;
}

/** An entry of `RETENTION`, and its form for messages. */
export const RETENTION_RULE = new RegExp(`^${PATTERN}=(?:(all|live|last)|age:([1-9]\\d{0,14}))$`);
export const RETENTION_SYNTAX = 'area/collection=all|live|last|age:<ms> (area/* and * match many)';

/** Reads `svc/*=age:7776000000`; undefined for other text. */
export function readRetentionRule(text: string): RetentionRule | undefined {
  const [, pattern, keep, age] = RETENTION_RULE.exec(text) ?? [];
  if (pattern === undefined) return undefined;
  if (age !== undefined) return { pattern, policy: { keep: 'age', ms: Number(age) } };
  return { pattern, policy: { keep: keep as 'all' | 'live' | 'last' } };
}

/** Returns the policy of a collection by the most specific rule, the last of equals; the default keeps everything. */
export const retentionOf = (collection: string, rules: readonly RetentionRule[]): RetentionPolicy =>
  ruleFor(collection, rules)?.policy ?? { keep: 'all' };
