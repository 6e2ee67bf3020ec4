/** Limit of a client's text in an error message, characters. */
const LIMIT = 200;

export const shorten = (text: string): string => (text.length > LIMIT ? `${text.slice(0, LIMIT)}…` : text);

/** Quotes a client's text in an error message, truncated (V2-ERR-1). */
export const quote = (text: string): string => `"${shorten(text)}"`;
