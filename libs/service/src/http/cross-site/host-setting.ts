import { ValidateBy } from 'class-validator';
import { HOST_SYNTAX, isHostEntry } from './hosts';

/** Each entry of the list must be readable: a name with a port would never match. */
export function HostEntries(): PropertyDecorator {
  return ValidateBy({
    name: 'hostEntries',
    validator: {
      validate: (value: unknown) =>
        Array.isArray(value) && value.every((entry) => typeof entry === 'string' && isHostEntry(entry)),
      defaultMessage: () => `$property must be a list of ${HOST_SYNTAX}`,
    },
  });
}
