/**
 * `^[A-Za-z]+[A-Za-z0-9+-_=:;]*` of the contract, where `+-_` is a range of characters. A slash is in that
 * range but can't be in a name: the name is one segment of an address. At most 200 characters.
 */
const NAME = /^[A-Za-z]+[A-Za-z0-9+-_=:;]*$/;
const MAX_LENGTH = 200;

/** Tells whether a job cluster may have this name. */
export const isClusterName = (name: string): boolean =>
  NAME.test(name) && !name.includes('/') && name.length <= MAX_LENGTH;
