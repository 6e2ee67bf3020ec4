import { types } from 'node:util';
import { severalLines } from './text.ts';

/** Returns the text for an error that the command did not foresee; `PORTOLAN_DEBUG` adds the stack. */
export function unexpectedText(error: unknown, { PORTOLAN_DEBUG: debug }: NodeJS.ProcessEnv): string {
  const { message, stack } = types.isNativeError(error) ? error : new Error(String(error));
  const text = `portolan: unexpected: ${severalLines(message)}\n  PORTOLAN_DEBUG=1 shows where\n`;
  return debug ? `${text}${stack}\n` : text;
}
