/** Splits server-sent events that arrive in pieces into their texts. */
export class EventTexts {
  #rest = '';

  /** Returns the texts of the events that a piece completes. A comment has none. */
  push(piece: string): string[] {
    const text = this.#rest + piece;
    const end = text.lastIndexOf('\n\n');
    if (end < 0) {
      this.#rest = text;
      return [];
    }
    this.#rest = text.slice(end + 2);
    return text.slice(0, end).split('\n\n').flatMap(textsOf);
  }
}

const PREFIX = 'data: ';

/** Most events are one line of data. The service ends lines with `\n` only. */
function textsOf(event: string): string[] {
  if (event.startsWith(PREFIX) && !event.includes('\n')) return [event.slice(PREFIX.length)];
  const lines = event.split('\n').filter((line) => line.startsWith('data:'));
  return lines.length === 0 ? [] : [lines.map((line) => line.replace(/^data: ?/, '')).join('\n')];
}
