/** Length of `statusMsg`, characters. */
const LIMIT = 255;

const lengthOf = (text: string): number => [...text].length;

/** Returns an id of at most `width` characters: `abc…xyz`. */
function shortened(id: string, width: number): string {
  const characters = [...id];
  if (characters.length <= width) return id;
  const end = Math.floor((width - 1) / 2);
  return `${characters.slice(0, width - 1 - end).join('')}…${characters.slice(characters.length - end).join('')}`;
}

/**
 * Returns a status message that names ids. When it exceeds the field, the longest ids are shortened in the middle until it fits.
 *
 * @param text builds the message from the shown ids
 */
export function messageWithIds(ids: readonly string[], text: (shown: readonly string[]) => string): string {
  for (let width = Math.max(0, ...ids.map(lengthOf)); ; width--) {
    const message = text(ids.map((id) => shortened(id, width)));
    if (width <= 3 || lengthOf(message) <= LIMIT) return message;
  }
}
