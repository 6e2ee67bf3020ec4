import { severalLines } from './text.ts';
import type { CliError } from '../failure/cli-error.ts';

/** The message of a failure and its details below it, for stderr; control characters of other people's texts are made visible. */
export function failureText({ message, detail }: CliError): string {
  const more = detail === undefined ? '' : `${severalLines(detail).replaceAll(/^/gm, '  ')}\n`;
  return `portolan: ${severalLines(message)}\n${more}`;
}
