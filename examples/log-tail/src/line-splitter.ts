import { StringDecoder } from 'node:string_decoder';

/** A line that is longer is cut in pieces of this length, so that a file without line ends costs no memory. */
const LONGEST_LINE = 65_536;

/** Makes lines of the bytes of a file, however they are cut; `\r\n` ends a line like `\n`. */
export class LineSplitter {
  private decoder = new StringDecoder('utf8');
  private rest = '';

  /** The lines that are complete with these bytes. */
  push(bytes: Buffer): string[] {
    const parts = (this.rest + this.decoder.write(bytes)).split('\n');
    this.rest = parts.pop() ?? '';
    const lines = parts.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
    for (; this.rest.length > LONGEST_LINE; this.rest = this.rest.slice(LONGEST_LINE)) {
      lines.push(this.rest.slice(0, LONGEST_LINE));
    }
    return lines;
  }

  /** What was left without a line end; afterwards a new file begins. */
  end(): string[] {
    const last = this.rest + this.decoder.end();
    this.rest = '';
    this.decoder = new StringDecoder('utf8');
    return last === '' ? [] : [last];
  }
}
