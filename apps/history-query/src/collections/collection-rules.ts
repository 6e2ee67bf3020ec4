/** A rule of a setting for some collections. */
export interface CollectionRule {
  /** `area/collection`, `area/*` or `*`; in front of the area may be an account and a dot. */
  pattern: string;
}

/** A pattern, for rules of settings. */
export const COLLECTION_PATTERN = String.raw`(\*|(?:[\w.-]+\.)?\w+\/(?:\*|\w+))`;

/**
 * The rule that counts for a collection: the most exact one, of equal ones the last. What is said without an
 * account holds for all accounts.
 */
export function ruleFor<R extends CollectionRule>(name: string, rules: readonly R[]): R | undefined {
  const [path = '', plain = ''] = name.split('/');
  const area = path.slice(path.lastIndexOf('.') + 1);
  for (const pattern of [name, `${path}/*`, `${area}/${plain}`, `${area}/*`, '*']) {
    const rule = rules.findLast((one) => one.pattern === pattern);
    if (rule) return rule;
  }
  return undefined;
}
