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
const BUSY = new Set([
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

  /** A state in the colour of what it means. */
  status(text: string): string {
    if (GOOD.has(text)) return this.green(text);
    if (BAD.has(text)) return this.red(text);
    return BUSY.has(text) ? this.paint('33', text) : text;
  }

  private paint(code: string, text: string): string {
    return this.isColoured && text !== '' ? `\u001b[${code}m${text}${RESET}` : text;
  }
}
