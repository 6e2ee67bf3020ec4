import type { CollectionDefinition } from './collection-definition';

/** A rule of a setting; the pattern is `area/collection`, `area/*` or `*`, optionally preceded by an account and a dot. */
interface CollectionRule {
  pattern: string;
}

const PATTERN = String.raw`(\*|(?:[\w.-]+\.)?\w+\/(?:\*|\w+))`;

/** Returns the most specific rule of a collection, the last of equals. Without an account it applies to all accounts. */
function ruleFor<R extends CollectionRule>(name: string, rules: readonly R[]): R | undefined {
  const [path = '', plain = ''] = name.split('/');
  const area = path.slice(path.lastIndexOf('.') + 1);
  return [name, `${path}/*`, `${area}/${plain}`, `${area}/*`, '*']
    .map((pattern) => rules.findLast((one) => one.pattern === pattern))
    .find((rule) => rule !== undefined);
}

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
