import { PATTERN_LIMIT, PatternTooLarge, linearPattern, malformed } from '@portolan/service';
import { percentDecode } from './percent-decoding';
import { quote } from '../errors/quote';

export type Condition = { negated: boolean } & (
  { literal: string | number | boolean | null } | { matches: (text: string) => boolean }
);

export interface SelectorItem {
  key: string;
  /** Sub-selector of the object, or of each element of the array. */
  fields?: FieldSelector;
  /** Shows the object flat, with dotted keys. */
  flatten?: boolean;
  condition?: Condition;
}

/** `:(key,key:(subkey))` (V2-FIELD-1). */
export type FieldSelector = readonly SelectorItem[];

const MAX_DEPTH = 32;

/** A character; an encoded one is always text, never a separator. */
interface Char {
  text: string;
  encoded: boolean;
}

/** Characters of a key, a number or a word that is neither quoted nor encoded (V2-FIELD-4). */
const PLAIN = /^[A-Za-z0-9_.-]$/;

const NUMBER = /^-?\d+(\.\d+)?$/;
const LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
]);

/** Reads a field selector (V2-FIELD-1, V2-FIELD-3, V2-FIELD-4); its regular expressions run in linear time. @throws ServiceError (malformed) */
export const parseFieldSelector = (text: string): FieldSelector => new SelectorParser(text).parse();

class SelectorParser {
  private readonly chars: readonly Char[];
  private position = 0;
  private depth = 0;
  /** Steps that further regular expressions may have. */
  private patternRoom = PATTERN_LIMIT;

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
    const negated = this.take('!');
    if (this.take('=')) return { negated, literal: this.literal() };
    if (this.take('~')) return { negated, matches: this.pattern() };
    if (negated) throw this.error('= or ~ is expected');
    return undefined;
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

  /** Reads a quoted string; `\` makes the next character text. */
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

  /** Reads a regular expression between slashes; a slash in it is written `\/` or encoded. */
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
      const { matches, size } = linearPattern(source, { limit: this.patternRoom });
      this.patternRoom -= size;
      return matches;
    } catch (error) {
      const cause = error instanceof PatternTooLarge ? `, ${error.message}` : '';
      throw malformed(
        'selector',
        `invalid selector: ${quote(this.source)}, not a valid regular expression: ${quote(source)}${cause}`,
      );
    }
  }

  private key(): string {
    this.skipSpaces();
    return this.chars[this.position]?.text === '"' ? this.quoted() : this.word();
  }

  private word(): string {
    let word = '';
    this.skipSpaces();
    for (let char = this.chars[this.position]; char && isOfWord(char); char = this.chars[++this.position])
      word += char.text;
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

  /** Takes a separator, with the spaces before it. */
  private take(text: string): boolean {
    const before = this.position;
    if (!this.at(text)) this.skipSpaces();
    const isThere = this.at(text);
    this.position = isThere ? this.position + 1 : before;
    return isThere;
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
