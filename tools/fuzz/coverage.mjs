/** What was sent and what came back: per operation and status, and what should not have come. */

/** Answers that may come from in front of a handler. */
const REFUSALS = new Set([400, 401, 403, 405, 408, 413, 415, 429, 431]);

export class Coverage {
  #counts = new Map();
  #faults = new Map();
  sent = 0;
  reached = 0;
  succeeded = 0;

  constructor(operations) {
    for (const { id } of operations) this.#counts.set(id, new Map());
  }

  /**
   * What can have been refused before a handler counts as such, so no more have reached one than are counted.
   * @param {boolean} isElse its address or verb is not the operation's, whose answer this is not then
   * @param {boolean} aimed it was sent to a handler: its address, its verb and the form of its body were right
   */
  count(operation, status, { isElse, aimed }) {
    this.sent += 1;
    if (aimed && !REFUSALS.has(status)) this.reached += 1;
    if (status === 101 || (status >= 200 && status < 300)) this.succeeded += 1;
    if (!isElse) this.note(operation, status);
  }

  note({ id }, status) {
    const counts = this.#counts.get(id);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  has({ id }, status) {
    return this.#counts.get(id).has(Number(status));
  }

  /** One place that is wrong is told once, with its first example. */
  fault(operation, what, example) {
    const key = `${operation.id}: ${what.replace(/\d{4,}/g, 'N')}`;
    const known = this.#faults.get(key);
    if (known) known.count += 1;
    else this.#faults.set(key, { operation: operation.id, what, example, count: 1 });
  }

  get faults() {
    return [...this.#faults.values()];
  }

  /** Documented statuses of an operation that have not come. */
  missing({ id, responses }) {
    return Object.keys(responses).filter(
      (status) => /^\d+$/.test(status) && !this.#counts.get(id).has(Number(status)),
    );
  }

  /** A line for each operation. */
  table(operations) {
    const width = Math.max(...operations.map(({ id }) => id.length));
    return operations.map((operation) => {
      const counts = [...this.#counts.get(operation.id)].sort(([one], [other]) => one - other);
      const missing = this.missing(operation);
      const seen = counts.map(([status, count]) => `${status}:${count}`).join(' ');
      return `  ${operation.id.padEnd(width)}  ${seen}${missing.length > 0 ? `  never: ${missing.join(' ')}` : ''}`;
    });
  }
}
