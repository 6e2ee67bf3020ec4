import { closestName } from './closest-name';
import { ValidationFailedError } from './field-error';

/**
 * Refuses a query with a parameter that its address does not know: a misspelt filter would widen a search or a removal.
 *
 * @param query as it was parsed
 * @param known names of all parameters of the address
 * @throws {@link ValidationFailedError} that names the parameter, the closest known name and all known names.
 */
export function refuseUnknownParameters(query: object, known: readonly string[]): void {
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ValidationFailedError([
    { field: unknown, kind: 'type', rule: 'isKnown', message: messageFor(unknown, known) },
  ]);
}

function messageFor(unknown: string, known: readonly string[]): string {
  const closest = closestName(unknown, known);
  if (closest === undefined) return `unknown parameter ${unknown}: this address takes none`;
  return `unknown parameter ${unknown}, did you mean ${closest}? This address takes ${known.join(', ')}`;
}
