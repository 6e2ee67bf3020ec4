import { API_PATH } from '../http/api-address';
import { messageWithIds } from '../jobs/message-with-ids';
import type { OthersExplanation, Selection } from './select';

/** Reasons of one resource that are told. */
const TOLD = 3;

/**
 * Returns the reason why a selection found nothing: the resource that lacks least, and what it lacks, as `/jobs/resolve` shows it.
 */
export function refusalReason(
  outcome: Exclude<Selection['outcome'], 'selected'>,
  { commands, clusters }: OthersExplanation,
): string {
  const [kind, [nearest]] = outcome === 'noCommand' ? ['command', commands] : ['cluster', clusters];
  if (!nearest) return `no ${kind} is registered`;
  const { id, reasons } = nearest;
  const more = reasons.length > TOLD ? ` and ${reasons.length - TOLD} more` : '';
  return messageWithIds(
    [id],
    ([shown = '']) => `the ${kind} ${shown} is closest, but ${reasons.slice(0, TOLD).join(', ')}${more}`,
  );
}

/**
 * Returns the message of a refused submission: what was not found, why, where to read more, and the stored job (V3-QUEUE-7).
 * @param reason of {@link refusalReason}
 */
export const refusalMessage = (what: string, reason: string, jobId: string): string =>
  `${what}: ${reason}. POST /${API_PATH}/jobs/resolve tells more; the job is stored as ${jobId}`;
