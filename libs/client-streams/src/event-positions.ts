/** Ids that fit into one request; those of workers that have been silent longest are left out. */
const MAX_LENGTH = 10_000;

/** The last event received of each worker, by the ids of its sink, `<worker id>:<number>` (V1-STREAM-15). */
export class EventPositions {
  /** Workers with the most recent events are at the end. */
  private readonly last = new Map<string, number>();

  get isEmpty(): boolean {
    return this.last.size === 0;
  }

  /**
   * Notes an event.
   * @returns the number of events of its worker that are missing before it; undefined when it was received before
   */
  note(id: string): number | undefined {
    const colon = id.lastIndexOf(':');
    const [worker, number] = [id.slice(0, colon), Number(id.slice(colon + 1))];
    const known = this.last.get(worker);
    if (known !== undefined && number <= known) return undefined;
    this.last.delete(worker);
    this.last.set(worker, number);
    return known === undefined ? 0 : number - known - 1;
  }

  /** Returns the last id of each worker, as `afterEventIds` takes them. */
  toString(): string {
    let text = '';
    for (const [worker, number] of [...this.last].reverse()) {
      const id = `${worker}:${number}`;
      if (text.length + id.length >= MAX_LENGTH) break;
      text += text === '' ? id : `,${id}`;
    }
    return text;
  }
}
