import { malformed } from '@portolan/service';
import { RE2JS } from 're2js';
import type { Condition, FieldSelector, SelectorItem } from './field-selector';
import { percentDecode, quote } from './percent-decoding';

/** How deep sub-selectors may be nested. */
const MAX_DEPTH = 32;

/** A character; an encoded one is text also where it would separate. */
interface Char {
  text: string;
  encoded: boolean;
}

/** Characters of a key, a number or a word that is neither quoted nor encoded (reference: history, Field selectors). */
const PLAIN = /^[A-Za-z0-9_.-]$/;

const NUMBER = /^-?\d+(\.\d+)?$/;
const LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
]);

/**
 * Reads a field selector (reference: history, Field selectors): keys, each with a sub-selector `:(…)`,
 * flattened `::(…)`, or with a condition `=literal`, `!=literal`, `~/regex/`, `!~/regex/`. Spaces may stand between these
 * parts; a key that has some is quoted. Quotes and spaces work raw and encoded. Regular expressions run in linear time.
 *
 * @param text from `:(` to the last `)`
 * @throws ServiceError (malformed) that quotes the selector and the place
 */
export function parseFieldSelector(text: string): FieldSelector {
  return new SelectorParser(text).parse();
}

class SelectorParser {
  private readonly chars: readonly Char[];
  private position = 0;
  private depth = 0;

  constructor(private readonly source: string) {
    this.chars = decodeChars(source);
  }

  parse(): FieldSelector {
    this.expect(':');
    const selector = this.list();
    if (this.position < this.chars.length) throw this.error('the end is expected');
    return selector;
  }

  private list(): SelectorItem[] {
    if (++this.depth > MAX_DEPTH) throw this.error('nested too deeply');
    this.expect('(');
    const items: SelectorItem[] = [];
    do {
      const item = this.item();
      if (item) items.push(item);
    } while (this.take(','));
    if (!this.take(')')) throw this.error('"," or ")" is expected');
    this.depth--;
    return items;
  }

  private item(): SelectorItem | undefined {
    const key = this.key();
    if (this.take(':')) {
      const flatten = this.take(':');
      const fields = this.list();
      return flatten ? { key: this.named(key), flatten } : { key: this.named(key), fields };
    }
    const condition = this.condition();
    if (condition) return { key: this.named(key), condition };
    return key === '' ? undefined : { key };
  }

  private condition(): Condition | undefined {
    if (this.take('=')) return { negated: false, literal: this.literal() };
    if (this.take('~')) return { negated: false, matches: this.pattern() };
    if (!this.take('!')) return undefined;
    if (this.take('=')) return { negated: true, literal: this.literal() };
    if (this.take('~')) return { negated: true, matches: this.pattern() };
    throw this.error('= or ~ is expected');
  }

  private literal(): string | number | boolean | null {
    this.skipSpaces();
    if (this.chars[this.position]?.text === '"') return this.quoted();
    const word = this.word();
    const known = LITERALS.get(word);
    if (known !== undefined) return known;
    if (NUMBER.test(word)) return Number(word);
    throw this.error('"text", a number, true, false or null is expected');
  }

  /** A quoted string; `\` makes the next character text. */
  private quoted(): string {
    this.position++;
    let text = '';
    for (;;) {
      const char = this.chars[this.position++];
      if (!char) throw this.error('the closing quote is missing');
      if (char.text === '"') return text;
      text += char.text === '\\' ? (this.chars[this.position++]?.text ?? '') : char.text;
    }
  }

  /** A regular expression between slashes; a slash in it is written `\/` or encoded. */
  private pattern(): (text: string) => boolean {
    this.skipSpaces();
    this.expect('/');
    let source = '';
    while (!this.at('/')) {
      const char = this.chars[this.position++];
      if (!char) throw this.error('the closing / is missing');
      source += char.text === '\\' && this.at('/') ? (this.chars[this.position++]?.text ?? '') : char.text;
    }
    this.position++;
    this.skipSpaces();
    try {
      const compiled = RE2JS.compile(source);
      return (text) => compiled.matcher(text).find();
    } catch {
      throw malformed(
        'selector',
        `invalid selector: ${quote(this.source)}, not a regular expression: ${quote(source)}`,
      );
    }
  }

  /** Empty when there is none. */
  private key(): string {
    this.skipSpaces();
    return this.chars[this.position]?.text === '"' ? this.quoted() : this.word();
  }

  private word(): string {
    let word = '';
    this.skipSpaces();
    for (;;) {
      const char = this.chars[this.position];
      if (!char || !isOfWord(char)) break;
      word += char.text;
      this.position++;
    }
    return word;
  }

  private named(key: string): string {
    if (key === '') throw this.error('a key is missing');
    return key;
  }

  private skipSpaces(): void {
    while (this.chars[this.position]?.text === ' ') this.position++;
  }

  private at(text: string): boolean {
    const char = this.chars[this.position];
    return char?.text === text && !char.encoded;
  }

  private take(text: string): boolean {
    if (!this.at(text)) {
      const before = this.position;
      this.skipSpaces();
      if (!this.at(text)) {
        this.position = before;
        return false;
      }
    }
    this.position++;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) throw this.error(`${text} is expected`);
  }

  private error(what: string): Error {
    return malformed('selector', `invalid selector: ${quote(this.source)}, ${what} at ${this.position + 1}`);
  }
}

const isOfWord = ({ text, encoded }: Char): boolean =>
  PLAIN.test(text) || (encoded && text !== ' ' && text !== '"');

function decodeChars(text: string): Char[] {
  const chars: Char[] = [];
  for (const run of text.match(/(?:%[^%]{2})+|[^%]+|%/g) ?? []) {
    const encoded = run.startsWith('%');
    for (const char of encoded ? percentDecode(run) : run) chars.push({ text: char, encoded });
  }
  return chars;
}
