/**
 * The name pattern of V1-FIELD-1, in which `+-_` is a range of characters. A slash is in that range but is refused: a name is
 * one segment of an address.
 */
export const CLUSTER_NAME = { type: 'string', pattern: '^[A-Za-z][A-Za-z+-.0-_]*$', maxLength: 200 } as const;

const NAME = new RegExp(CLUSTER_NAME.pattern);

export const isClusterName = (name: string): boolean =>
  NAME.test(name) && name.length <= CLUSTER_NAME.maxLength;
