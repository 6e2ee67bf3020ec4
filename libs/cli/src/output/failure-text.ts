import { types } from 'node:util';
import { severalLines } from './text.ts';
import type { CliError } from '../failure/cli-error.ts';

/** Addresses and messages of services repeat what a user typed, however long. */
const shown = (text: string): string => severalLines(text).replaceAll(/(.{1000}).+/gu, '$1…');

/** Returns the message of a failure and its details below it, for stderr; control characters in texts of others become visible. */
export function failureText({ message, detail }: CliError): string {
  const more = detail === undefined ? '' : `${shown(detail).replaceAll(/^/gm, '  ')}\n`;
  return `portolan: ${shown(message)}\n${more}`;
}

/** Returns the text for an error that the command did not foresee; `PORTOLAN_DEBUG` adds the stack. */
export function unexpectedText(error: unknown, { PORTOLAN_DEBUG: debug }: NodeJS.ProcessEnv): string {
  const { message, stack } = types.isNativeError(error) ? error : new Error(String(error));
  const text = `portolan: unexpected: ${severalLines(message)}\n  PORTOLAN_DEBUG=1 shows where\n`;
  return debug ? `${text}${stack}\n` : text;
}
