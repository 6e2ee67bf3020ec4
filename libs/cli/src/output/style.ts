// States of jobs, registry entries and schedules (V3), of jobs and workers (V1), of feeds, nodes and collections.
const GOOD = new Set([
  'SUCCEEDED',
  'UP',
  'ACTIVE',
  'Launched',
  'Started',
  'Completed',
  'started',
  'live',
  'ok',
]);
const BAD = new Set(['FAILED', 'KILLED', 'INVALID', 'Failed', 'failed', 'missed', 'lost', 'TERMINATED']);
const PENDING_OR_HELD = new Set([
  'RUNNING',
  'INIT',
  'CLAIMED',
  'ACCEPTED',
  'Accepted',
  'buffered',
  'paused',
  'cordoned',
]);

const RESET = '\u001b[0m';

/** Colours of a terminal, or none. */
export class Style {
  constructor(private readonly isColoured: boolean) {}

  faint(text: string): string {
    return this.paint('2', text);
  }

  bold(text: string): string {
    return this.paint('1', text);
  }

  red(text: string): string {
    return this.paint('31', text);
  }

  green(text: string): string {
    return this.paint('32', text);
  }

  /** Colours a state by its meaning. */
  status(text: string): string {
    if (GOOD.has(text)) return this.green(text);
    if (BAD.has(text)) return this.red(text);
    return PENDING_OR_HELD.has(text) ? this.paint('33', text) : text;
  }

  private paint(code: string, text: string): string {
    return this.isColoured && text !== '' ? `\u001b[${code}m${text}${RESET}` : text;
  }
}
