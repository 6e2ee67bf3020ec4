import { refused } from '../errors/refusals';

/**
 * The name pattern of V1-FIELD-1, in which `+-_` is a range: every character from `+` to `_`. The slash among them is refused,
 * because a name is one segment of an address.
 */
export const CLUSTER_NAME = { type: 'string', pattern: '^[A-Za-z][A-Za-z+-.0-_]*$', maxLength: 200 } as const;

const NAME = new RegExp(CLUSTER_NAME.pattern);

export const isClusterName = (name: string): boolean =>
  NAME.test(name) && name.length <= CLUSTER_NAME.maxLength;

/** The rule of {@link isClusterName} in words, for refusals. */
export const CLUSTER_NAME_RULE = `must begin with a letter and have at most ${CLUSTER_NAME.maxLength} letters, digits and characters of +,-.:;<=>?@[\\]^_`;

/** @throws 400 when the body names another cluster than the address */
export function checkName(inBody: string, inPath: string): void {
  if (inBody === inPath) return;
  throw refused(
    `Cluster name specified in request payload ${inBody} does not match with what specified in resource path ${inPath}`,
  );
}
