import { ApiProperty } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { ValidateBy, type ValidationArguments } from 'class-validator';

const CONTROL = /\p{Cc}/u;
/** The Braille pattern without dots, U+2800, is the only other character that shows nothing. */
const INVISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Reports whether a text has no visible character: it is empty, or has only blanks, controls, joiners and the like. */
export const isInvisible = (text: string): boolean => INVISIBLE.test(text);

/** The classes of {@link CONTROL} and {@link INVISIBLE} in the syntax that regular expressions of most languages share. */
const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f`;
const INVISIBLES = [
  String.raw`\s${CONTROLS}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e`,
  String.raw`\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8`,
].join('');
const NAME = String.raw`(?![${INVISIBLES}]*$)[^\s${CONTROLS}]([^${CONTROLS}]*[^\s${CONTROLS}])?`;

/** The pattern of a text that is not {@link isInvisible}, for schemas. */
export const VISIBLE_PATTERN = `[^${INVISIBLES}]`;

/** The segments that every parser of addresses removes: a name like this cannot be written in an address. */
const isDotSegment = (text: string): boolean => text === '.' || text === '..';

/** The beginning of a pattern that refuses {@link isDotSegment}. */
const NO_DOT_SEGMENT = String.raw`(?!\.\.?$)`;

/** The pattern of a text that is visible and no segment of dots, for schemas. */
export const SEGMENT_PATTERN = String.raw`^${NO_DOT_SEGMENT}[\s\S]*${VISIBLE_PATTERN}`;

/** Returns why a text cannot be a segment of an address; undefined for one that can. */
export const problemOfSegment = (text: string): string | undefined =>
  isDotSegment(text) ? `must not be ${text}, which clients remove from addresses` : undefined;

/** Returns why a text cannot be distinguished from other names or read; undefined for a usable name and for an empty text. */
export function problemOfName(text: string): string | undefined {
  if (text === '') return undefined;
  if (text.trim() !== text) return 'must not begin or end with a blank';
  if (CONTROL.test(text)) return 'must not contain a control character';
  return isInvisible(text) ? 'must contain a visible character' : undefined;
}

/**
 * Refuses names that cannot be distinguished or read: with blanks at the ends, with control characters, without a visible
 * character. @param allBlank allows blanks only: they count as left out. @param segment refuses `.` and `..`: addresses contain the name
 */
export const VisibleName = ({ allBlank = false, segment = false } = {}): PropertyDecorator => {
  const problemOf = (value: unknown): string | undefined => {
    if (typeof value !== 'string' || (allBlank && value.trim() === '')) return undefined;
    return problemOfName(value) ?? (segment ? problemOfSegment(value) : undefined);
  };
  return applyDecorators(
    ApiProperty({
      pattern: `^${segment ? NO_DOT_SEGMENT : ''}(${allBlank ? String.raw`\s*|` : ''}${NAME})?$`,
    }),
    ValidateBy({
      name: 'visibleName',
      validator: {
        validate: (value) => problemOf(value) === undefined,
        defaultMessage: (given?: ValidationArguments) => `$property ${problemOf(given?.value) ?? ''}`,
      },
    }),
  );
};
