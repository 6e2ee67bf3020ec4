import type { Context } from '../../config/config-file.ts';
import { CONTEXT_SETTINGS, type GlobalOptions } from '../../config/settings.ts';
import { usageError } from '../../failure/cli-error.ts';

/** The settings of a context that the command line gives. */
export const givenSettings = (options: GlobalOptions): Context =>
  Object.fromEntries(
    CONTEXT_SETTINGS.flatMap(({ field }) => (options[field] === undefined ? [] : [[field, options[field]]])),
  );

/** @throws CliError (CLI-OUT-9) for a token that would not be stored: one on the command line is visible to others */
export function refuseToken({ token }: GlobalOptions): void {
  if (token === undefined) return;
  throw usageError(
    '--token is not stored with a context',
    'try `portolan context login --with-token < FILE`',
  );
}
