/** In a string read with the flag `u`, only half a character matches. */
const HALF = /\p{Surrogate}/u;
const HALVES = new RegExp(HALF, 'gu');
/** An ASCII character, or a byte above as {@link nameOf} writes it. */
const WRITTEN = /^[\0-\x7f\udc80-\udcff]*$/;
const ASCII_END = 0x80;
const ESCAPE = 0xdc00;

/**
 * Returns the name that a file has on the disk as a string. A job may choose any bytes; those of a name that is not UTF-8 become
 * halves of characters, which no other name contains, so that {@link bytesOf} restores exactly these bytes.
 */
export function nameOf(bytes: Buffer): string {
  const name = bytes.toString();
  if (!name.includes('\ufffd') || Buffer.from(name).equals(bytes)) return name;
  return String.fromCharCode(...Array.from(bytes, (byte) => (byte < ASCII_END ? byte : ESCAPE + byte)));
}

/** Reports whether a name can be part of an address and an archive: it is UTF-8, and has no separator of another system. */
export const isShowable = (name: string): boolean => !HALF.test(name) && !name.includes('\\');

/** Returns a text with names for people. */
export const shownNames = (text: string): string => text.replace(HALVES, '\ufffd');

/** Returns the bytes of a name that is not UTF-8; undefined for any other name. @throws Error for half a character that is no byte */
export function bytesOf(name: string): Buffer | undefined {
  if (!HALF.test(name)) return undefined;
  if (!WRITTEN.test(name)) throw new Error(`${JSON.stringify(name)} is not a file name`);
  return Buffer.from(name, 'latin1');
}
