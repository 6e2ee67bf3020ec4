import { RE2JS } from 're2js';
import { patternSize } from './pattern-size';

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
