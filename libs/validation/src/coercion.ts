/** Texts read as numbers and booleans, and the reverse; patterns of the numbers within bounds. */

/** Blanks around a number or a boolean; listed, for engines differ about `\s`. */
export const BLANKS = String.raw`[ \t\r\n]*`;

/** Maximum number of digits of a whole part or a fraction: a double represents any 15 digits exactly. */
const DIGITS = 15;
const FRACTION = String.raw`\.\d{1,${DIGITS}}`;
const NO_FRACTION = String.raw`(\.0{1,${DIGITS}})?`;

/** Decimal notation, without exponents and other bases; 16 digits because MAX_SAFE_INTEGER has 16. */
const DECIMAL = new RegExp(String.raw`^${BLANKS}-?0*\d{1,16}(${FRACTION})?${BLANKS}$`);

/** `"12"` → 12; anything but the decimal notation of a number stays as it is. */
export const toDecimal = (value: unknown): unknown =>
  typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value;

/** Bounds of a number; `min` and `max` are inclusive. */
export interface NumberBounds {
  min?: number | undefined;
  max?: number | undefined;
  /** Only whole numbers. @default false */
  integer?: boolean | undefined;
  /** The number must be greater than 0. @default false */
  positive?: boolean | undefined;
}

/**
 * Returns a pattern of what {@link toDecimal} reads within bounds, without look-around: test data generators use it. Supports
 * only 0 and 1 as `min`, and only whole numbers as `max`.
 */
export function numberPattern({ min, max, integer = false, positive = false }: NumberBounds): string {
  const sign = positive || (min !== undefined && min >= 0) ? '' : '-?';
  const least = positive || min === 1 ? 1 : 0;
  const texts = integer
    ? `(${wholeNumbers(least, max)})${NO_FRACTION}`
    : [
        ...(max === undefined ? [] : [`${max}${NO_FRACTION}`]),
        `(${wholeNumbers(least, max === undefined ? undefined : max - 1)})(${FRACTION})?`,
        ...(least === 1 ? [String.raw`0\.0{0,7}[1-9]\d{0,7}`] : []),
      ].join('|');
  return `^${BLANKS}${sign}0*(${texts})${BLANKS}$`;
}

/** Returns a pattern of whole numbers from `least` to `max`, without leading zeros. */
function wholeNumbers(least: 0 | 1, max?: number): string {
  const zero = least === 0 ? ['0'] : [];
  if (max === undefined) return [...zero, String.raw`[1-9]\d{0,${DIGITS - 1}}`].join('|');
  const digits = String(max);
  const shorter = digits.length > 1 ? [String.raw`[1-9]\d{0,${digits.length - 2}}`] : [];
  const asLong = [...digits].flatMap((digit, at) => {
    const left = digits.length - at - 1;
    const [low, high] = [at === 0 ? 1 : 0, Number(digit) - (left > 0 ? 1 : 0)];
    return high < low ? [] : [`${digits.slice(0, at)}${digitFrom(low, high)}${anyDigits(left)}`];
  });
  return [...zero, ...shorter, ...asLong].join('|');
}

const digitFrom = (low: number, high: number): string => (low === high ? String(low) : `[${low}-${high}]`);
const anyDigits = (count: number): string => String.raw`\d`.repeat(count);

/** Returns a pattern of the word in any case, without flags as JSON Schema has them: `[uU][pP]`. */
export const anyCase = (word: string): string =>
  word.replace(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);

// Conversions for v1 (V1-FIELD-2, V1-FIELD-14). Other values stay as they are; the type rule that follows refuses them by the name of the field.

/** Converts `"12"` to 12; returns any other value unchanged. */
export const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;

/** `"true"`/`"false"` in any case → boolean. */
export function toBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim().toLowerCase();
  if (text === 'true') return true;
  return text === 'false' ? false : value;
}

/** Numbers and booleans → their JSON text. */
export const toText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
