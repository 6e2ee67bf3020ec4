/** A rule of a setting; the pattern is `area/collection`, `area/*` or `*`, optionally preceded by an account and a dot. */
export interface CollectionRule {
  pattern: string;
}

/** The source of the pattern as a regular expression, with one group. */
export const PATTERN = String.raw`(\*|(?:[\w.-]+\.)?\w+\/(?:\*|\w+))`;

/** Returns the most specific rule of a collection, the last of equals. Without an account it applies to all accounts. */
export function ruleFor<R extends CollectionRule>(name: string, rules: readonly R[]): R | undefined {
  const [path = '', plain = ''] = name.split('/');
  const area = path.slice(path.lastIndexOf('.') + 1);
  return [name, `${path}/*`, `${area}/${plain}`, `${area}/*`, '*']
    .map((pattern) => rules.findLast((one) => one.pattern === pattern))
    .find((rule) => rule !== undefined);
}
