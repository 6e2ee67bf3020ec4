import { closestName } from './closest-name';
import { ValidationFailedError } from './field-error';

/**
 * Refuses unknown parameters of a parsed query: a misspelt filter would widen a search or a removal.
 * @throws {@link ValidationFailedError} that names the parameter, the closest known name and all known names
 */
export function refuseUnknownParameters(query: object, known: readonly string[]): void {
  const field = Object.keys(query).find((name) => !known.includes(name));
  if (field === undefined) return;
  throw new ValidationFailedError([
    { field, kind: 'type', rule: 'isKnown', message: messageFor(field, known) },
  ]);
}

function messageFor(unknown: string, known: readonly string[]): string {
  const closest = closestName(unknown, known);
  if (closest === undefined) return `unknown parameter ${unknown}: this address takes none`;
  return `unknown parameter ${unknown}, did you mean ${closest}? This address takes ${known.join(', ')}`;
}
