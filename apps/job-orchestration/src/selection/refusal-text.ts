import { API_PATH } from '../http/api-address';
import { messageWithIds } from '../jobs/message-with-ids';
import type { OthersExplanation, Selection } from './select';

/** Maximum number of reasons of one resource. */
const REASONS_SHOWN = 3;

/**
 * Returns the reason why a selection found nothing: the nearest miss and its mismatches, as `/jobs/resolve` shows them.
 */
export function refusalReason(
  outcome: Exclude<Selection['outcome'], 'selected'>,
  { commands, clusters }: OthersExplanation,
): string {
  const [kind, [nearest]] = outcome === 'noCommand' ? ['command', commands] : ['cluster', clusters];
  if (!nearest) return `no ${kind} is registered`;
  const { id, reasons } = nearest;
  const more = reasons.length > REASONS_SHOWN ? ` and ${reasons.length - REASONS_SHOWN} more` : '';
  return messageWithIds(
    [id],
    ([shown = '']) =>
      `the ${kind} ${shown} is closest, but ${reasons.slice(0, REASONS_SHOWN).join(', ')}${more}`,
  );
}

/**
 * Returns the message of a refused submission: what was not found, why, where to read more, and the stored job (V3-QUEUE-7).
 * @param reason of {@link refusalReason}
 */
export const refusalMessage = (what: string, reason: string, jobId: string): string =>
  `${what}: ${reason}. POST /${API_PATH}/jobs/resolve tells more; the job is stored as ${jobId}`;
