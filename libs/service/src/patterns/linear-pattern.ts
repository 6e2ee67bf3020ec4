import { RE2JS } from 're2js';

/** Maximum number of steps of the patterns of one request: compiling 1000 takes some 10 ms, and a step costs time for every character of a text. */
export const PATTERN_LIMIT = 1000;

/** A pattern that would take too much time. */
export class PatternTooLarge extends Error {
  constructor(size: number, limit: number) {
    super(`it has about ${size} steps, counting repetitions, and ${limit} are allowed`);
  }
}

export interface LinearPattern {
  matches: (text: string) => boolean;
  /** Estimated steps. */
  size: number;
}

/**
 * Compiles a client's regular expression, in the syntax of RE2, for a search in linear time.
 *
 * @param limit most steps
 * @throws PatternTooLarge or, when the pattern is invalid, an Error that says why
 */
export function linearPattern(
  pattern: string,
  { ignoreCase = false, limit = PATTERN_LIMIT }: { ignoreCase?: boolean; limit?: number } = {},
): LinearPattern {
  const size = patternSize(pattern);
  if (size > limit) throw new PatternTooLarge(size, limit);
  const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  return { matches: (text) => compiled.matcher(text).find(), size };
}

/** The parts of a pattern that have more than one character, in the syntax of RE2, and are no class; none is longer than {@link LONGEST}. */
const PART = /^(?:(?<flags>\(\?[a-zA-Z-]*\))|\{(?<least>\d+)(?:,(?<most>\d*))?\}|\\[pPx]\{[^{}]*\}|\\[^])/u;
const LONGEST = 64;

/**
 * Estimates the number of steps of a compiled pattern without compiling it: about one per character, times the bounds of the
 * repetitions around it. Compiling takes time in proportion, and `a{0,1000}` alone has 2000.
 *
 * @param pattern in the syntax of RE2; the estimate of an invalid one is any number
 */
export function patternSize(pattern: string): number {
  const groups = new GroupSizes();
  for (let at = 0; at < pattern.length;) {
    if (pattern.startsWith('\\Q', at)) {
      const end = endOf(pattern, '\\E', at + 2);
      groups.add(end - at);
      at = end;
      continue;
    }
    if (pattern.startsWith('[', at)) {
      const end = endOfClass(pattern, at);
      groups.add(1);
      at = end;
      continue;
    }
    const part = PART.exec(pattern.slice(at, at + LONGEST));
    const { flags, least, most } = part?.groups ?? {};
    const text = part?.[0] ?? pattern.charAt(at);
    at += text.length;
    // A repetition that follows flags repeats the part before the flags.
    if (flags !== undefined) continue;
    if (least !== undefined) groups.repeat(Math.max(Number(least), Number(most ?? 0)), most !== undefined);
    else groups.read(text);
  }
  return groups.total();
}

/** Steps of the ends of a group and of an empty content; of a choice and an empty alternative. */
const GROUP = 3;
const ALTERNATIVE = 2;

/** The steps of the open groups of a pattern. */
class GroupSizes {
  /** The innermost last. */
  private readonly open = [0];
  /** Steps of what a repetition would repeat. */
  private last = 0;

  add(steps: number): void {
    this.open.push((this.open.pop() ?? 0) + steps);
    this.last = steps;
  }

  /** @param optional whether some of the repetitions may be absent, which is a step of each */
  repeat(times: number, optional: boolean): void {
    const once = this.last;
    this.add(Math.max(0, times - 1) * once + (optional ? times + 1 : 0));
    this.last += once;
  }

  read(character: string): void {
    if (character === '(') this.open.push(0);
    else if (character === ')') this.add((this.open.length > 1 ? (this.open.pop() ?? 0) : 0) + GROUP);
    else if (character === '|') this.add(ALTERNATIVE);
    else if ('*+?'.includes(character)) this.repeat(1, true);
    else this.add(1);
  }

  total(): number {
    return this.open.reduce((sum, steps) => sum + steps, 0);
  }
}

/** Returns the position after a text, or the length of the pattern. */
function endOf(pattern: string, text: string, from: number): number {
  const at = pattern.indexOf(text, from);
  return at < 0 ? pattern.length : at + text.length;
}

/** Returns the position after a class; a `]` at its beginning, after a backslash or of `[:alpha:]` does not end it. */
function endOfClass(pattern: string, start: number): number {
  let at = start + (pattern.startsWith('[^', start) ? 2 : 1);
  if (pattern.startsWith(']', at)) at += 1;
  while (at < pattern.length && !pattern.startsWith(']', at)) {
    if (pattern.startsWith('[:', at)) at = endOf(pattern, ':]', at);
    else at += pattern.startsWith('\\', at) ? 2 : 1;
  }
  return Math.min(at + 1, pattern.length);
}
