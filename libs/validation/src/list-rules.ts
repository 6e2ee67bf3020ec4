import { ValidateBy, type ValidationArguments } from 'class-validator';

/** Describes the error of one entry of a list; returns undefined for a valid one. */
type EntryRule = (entry: unknown) => string | undefined;

/** A rule for the entries of a list; its message names the first one that breaks it: `tags[3] must be a string`. */
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

/** Each entry must be a string; not empty and of at most `max` characters where that is asked for. */
export function EachText({
  max,
  notEmpty,
}: {
  max: number | undefined;
  notEmpty: boolean;
}): PropertyDecorator {
  const isText = eachEntry('isString', (entry) =>
    typeof entry === 'string' ? undefined : 'must be a string',
  );
  const fits = eachEntry('textSize', (entry) => {
    if (typeof entry !== 'string') return undefined;
    if (notEmpty && entry === '') return 'must not be empty';
    return max !== undefined && entry.length > max ? `must have at most ${max} characters` : undefined;
  });
  return (prototype, property) => {
    isText(prototype, property);
    fits(prototype, property);
  };
}

/** Each entry must be a JSON object. */
export const EachObject = (): PropertyDecorator =>
  eachEntry('isObject', (entry) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? undefined : 'must be an object',
  );
