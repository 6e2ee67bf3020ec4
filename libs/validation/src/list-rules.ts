import { isPlainObject } from './copy-fields';
import { isInvisible, problemOfSegment } from './visible-text';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';

/** Describes the error of one entry of a list; returns undefined for a valid one. */
type EntryRule = (entry: unknown) => string | undefined;

/** Declares a rule for the entries of a list; its message names the first one that breaks it: `tags[3] must be a string`. */
function eachEntry(name: string, rule: EntryRule): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      // Something else than a list breaks the rule that it must be one.
      validate: (value: unknown) =>
        !Array.isArray(value) || value.every((entry) => rule(entry) === undefined),
      defaultMessage: (given?: ValidationArguments) => {
        const entries = (given?.value ?? []) as unknown[];
        const index = entries.findIndex((entry) => rule(entry) !== undefined);
        return `${given?.property ?? ''}[${index}] ${rule(entries[index]) ?? ''}`;
      },
    },
  });
}

/** The rules that each entry of a list of texts follows. */
export interface EntryRules {
  /** Characters. */
  max: number | undefined;
  notEmpty: boolean;
  /** Entries must have a visible character. */
  visible: boolean;
  /** Entries must not be `.` or `..`: addresses contain them. */
  segment: boolean;
}

/** Each entry must be a string, and follow the rules that are given. */
export const EachText = ({ max, notEmpty, visible, segment }: EntryRules): PropertyDecorator =>
  applyDecorators(
    eachEntry('isString', (entry) => (typeof entry === 'string' ? undefined : 'must be a string')),
    eachEntry('textSize', (entry) => {
      if (typeof entry !== 'string') return undefined;
      if (notEmpty && entry === '') return 'must not be empty';
      if (visible && isInvisible(entry)) return 'must contain a visible character';
      const problem = segment ? problemOfSegment(entry) : undefined;
      if (problem !== undefined) return problem;
      return max !== undefined && entry.length > max ? `must have at most ${max} characters` : undefined;
    }),
  );

/** Each entry must be one of some texts; another type breaks the rule that it must be a text. */
export const EachChoice = (allowed: {
  texts: readonly string[];
  message: (entry: string) => string;
}): PropertyDecorator =>
  eachEntry('isChoice', (entry) =>
    typeof entry !== 'string' || allowed.texts.includes(entry) ? undefined : allowed.message(entry),
  );

/** Each entry must be a whole number between two bounds, which are included. */
export const EachInteger = (min: number, max: number): PropertyDecorator =>
  eachEntry('isInt', (entry) =>
    typeof entry === 'number' && Number.isInteger(entry) && entry >= min && entry <= max
      ? undefined
      : `must be a whole number from ${min} to ${max}`,
  );

/** Each entry must be a JSON object. */
export const EachObject = (): PropertyDecorator =>
  eachEntry('isObject', (entry) => (isPlainObject(entry) ? undefined : 'must be an object'));

/**
 * Shows that one of several schemas fits besides the fields: `{ required: ['id'] }`. The service checks it where it reads the class.
 * The rule is written with `if`: of `anyOf`, generators of clients make types of their own, without the fields.
 */
export const OneFits = (...schemas: [object, ...object[]]): ClassDecorator =>
  // The type of `ApiSchema` lists some keywords only; the document gets all of them.
  ApiSchema({ ...firstOrNext(schemas) });

const firstOrNext = ([first = {}, ...others]: readonly object[]): object =>
  others.length === 0 ? first : { if: { not: first }, then: firstOrNext(others) };
