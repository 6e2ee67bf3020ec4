import { ValidateBy } from 'class-validator';
import { OUTBOUND_SYNTAX, parseOutboundEntry } from './outbound-rules';

/** Each entry of the list must be readable: one with a slip of the pen must not silently allow less, or more. */
export function OutboundEntries(): PropertyDecorator {
  return ValidateBy({
    name: 'outboundEntries',
    validator: {
      validate: (value: unknown) =>
        Array.isArray(value) &&
        value.every((entry) => typeof entry === 'string' && parseOutboundEntry(entry) !== undefined),
      defaultMessage: () => `$property must be a list of ${OUTBOUND_SYNTAX}`,
    },
  });
}
