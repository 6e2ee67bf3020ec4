import type { OutputName } from '../config/settings.ts';
import type { Terminal } from './terminal.ts';
import { Style } from './style.ts';
import { recordLines, tableLines, type Column, type TableView } from './table.ts';

/** Fields of HAL that only programs follow. */
const withoutLinks = (_name: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { _links, ...rest } = value as Record<string, unknown>;
  return _links === undefined ? value : rest;
};

/** Formats a document as the JSON of the API, without `_links`. */
export const jsonOf = (value: unknown, indent?: number): string =>
  JSON.stringify(value, withoutLinks, indent) ?? 'null';

/** Prints results in the chosen format on stdout. */
export class Printer {
  readonly style: Style;

  constructor(
    private readonly terminal: Terminal,
    readonly output: OutputName,
    color: boolean | undefined,
  ) {
    this.style = new Style(color ?? terminal.isInteractive);
  }

  /** Whether results are read by people, not programs. */
  get isForPeople(): boolean {
    return this.output === 'table' || this.output === 'wide';
  }

  /** Returns the text of a list in the chosen format, without the last line break. @param empty the text for people when there is nothing */
  async listText<T>(
    rows: readonly T[],
    columns: readonly Column<T>[],
    empty = 'nothing found',
  ): Promise<string> {
    if (!this.isForPeople) return this.dataText(rows);
    return rows.length === 0 || columns.length === 0
      ? this.style.faint(empty)
      : tableLines(rows, columns, this.view()).join('\n');
  }

  /** Prints the text of a list. */
  async list<T>(rows: readonly T[], columns: readonly Column<T>[], empty?: string): Promise<void> {
    const text = await this.listText(rows, columns, empty);
    if (text !== '') await this.terminal.write(`${text}\n`);
  }

  /** Prints one record: its fields below each other, or as data. */
  async record<T>(record: T, columns: readonly Column<T>[]): Promise<void> {
    if (!this.isForPeople) return this.data(record);
    await this.terminal.write(`${recordLines(record, columns, this.view()).join('\n')}\n`);
  }

  /** Prints data without a table: as YAML for people. */
  async data(value: unknown): Promise<void> {
    const text = await this.dataText(value);
    if (text !== '') await this.terminal.write(`${text}\n`);
  }

  /** Prints the outcome of an action: a text for people, else the data. */
  async outcome(text: string, data: unknown): Promise<void> {
    if (this.isForPeople) await this.terminal.write(`${text}\n`);
    else await this.data(data);
  }

  /** Returns the text of data in the chosen format, as YAML for people, without the last line break. */
  async dataText(value: unknown): Promise<string> {
    switch (this.output) {
      case 'json':
        return jsonOf(value, 2);
      case 'ndjson':
        return (Array.isArray(value) ? value : [value]).map((one) => jsonOf(one)).join('\n');
      case 'yaml':
      case 'table':
      case 'wide': {
        const { stringify } = await import('yaml');
        return stringify(JSON.parse(jsonOf(value)), { lineWidth: 0 }).trimEnd();
      }
    }
  }

  private view(): TableView {
    const { width } = this.terminal;
    return { isWide: this.output === 'wide', width, now: Date.now(), style: this.style };
  }
}
