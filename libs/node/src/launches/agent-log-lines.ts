import { LaunchOutcome, StopReason, type LaunchOffer } from '@portolan/launches';
import type { RunAs } from '../accounts/run-as';
import { shownAddress } from '../downloads/source';
import type { LaunchStop, NodeEnd } from './launch-record';

const WHY: Readonly<Record<StopReason, string>> = {
  owner: 'its owner asked for it',
  timeout: 'its time limit is reached',
  memory: 'it exceeds its memory limit',
  files: 'its files exceed their limits',
  node: 'the node is stopping',
  leaseLost: 'the lease with its owner was lost',
};

/** Returns the line for a complete directory. Secrets appear by name only. */
export function setUpLine({ files, secrets = [] }: LaunchOffer, account: RunAs | undefined): string {
  const { user, gid } = account ?? {};
  return [
    `set up with ${files.length} files`,
    ...(user ? [`as user ${user.name}`] : []),
    ...(gid === undefined ? [] : [`under group ${gid}`]),
    ...(secrets.length > 0 ? [`with secrets ${secrets.map(({ name }) => name).join(', ')}`] : []),
  ].join(', ');
}

export const stopLine = ({ reason, killGraceMs, detail }: LaunchStop): string =>
  `TERM to all its processes, KILL after ${killGraceMs} ms: ${causeOf(reason, detail)}`;

const causeOf = (reason: keyof typeof WHY, detail: string | undefined): string =>
  detail === undefined ? WHY[reason] : `${WHY[reason]} (${detail})`;

export function endLine(end: NodeEnd): string {
  const { outcome, exitCode, stopReason, stopDetail, failure, setupFailed } = end;
  if (outcome === LaunchOutcome.NotStarted)
    return `not started: ${failure?.code ?? 'failed'}: ${failure?.message ?? ''}`;
  const why = stopReason === undefined ? '' : `, stopped: ${causeOf(stopReason, stopDetail)}`;
  if (exitCode === undefined) return `ended before its process started${why}`;
  return `ended with exit code ${exitCode}${why}${setupFailed ? '; its set-up failed, see setup.log' : ''}`;
}

/** Returns the last line, written before the archive is made so that the archive contains it. */
export const archiveLine = ({ archive }: LaunchOffer): string =>
  archive
    ? `archiving to ${shownAddress(archive.location)}`
    : 'not archived: the job has no archive location';
