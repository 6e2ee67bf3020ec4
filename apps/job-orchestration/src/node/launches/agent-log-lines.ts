import { LaunchOutcome, StopReason, type LaunchOffer } from '@portolan/launches';
import type { RunAs } from '../accounts/run-as';
import { shownAddress } from '../preparation/download/source';
import type { LaunchRecord, NodeEnd } from './launch-record';

const WHY: Readonly<Record<StopReason, string>> = {
  owner: 'its owner wants so',
  timeout: 'its time is over',
  memory: 'it uses too much memory',
  files: 'its files are too many or too large',
  node: 'the node is stopped',
  leaseLost: 'the lease with its owner was lost',
};

/** The directory stands. Of secrets there are only names. */
export function setUpLine({ files, secrets = [] }: LaunchOffer, account: RunAs | undefined): string {
  const { user, gid } = account ?? {};
  return [
    `set up with ${files.length} files`,
    ...(user ? [`as user ${user.name}`] : []),
    ...(gid === undefined ? [] : [`under group ${gid}`]),
    ...(secrets.length > 0 ? [`with secrets ${secrets.map(({ name }) => name).join(', ')}`] : []),
  ].join(', ');
}

/** Its processes are told to end. */
export const stopLine = ({ reason, killGraceMs, detail }: NonNullable<LaunchRecord['stop']>): string =>
  `TERM to all its processes, KILL after ${killGraceMs} ms: ${causeOf(reason, detail)}`;

const causeOf = (reason: keyof typeof WHY, detail: string | undefined): string =>
  detail === undefined ? WHY[reason] : `${WHY[reason]} (${detail})`;

/** It is over. */
export function endLine(end: NodeEnd): string {
  const { outcome, exitCode, stopReason, stopDetail, failure, setupFailed } = end;
  if (outcome === LaunchOutcome.NotStarted)
    return `not started: ${failure?.code ?? 'failed'}: ${failure?.message ?? ''}`;
  const why = stopReason === undefined ? '' : `, stopped: ${causeOf(stopReason, stopDetail)}`;
  if (exitCode === undefined) return `over before it had a process${why}`;
  return `ended with exit code ${exitCode}${why}${setupFailed ? '; its set-up failed, see setup.log' : ''}`;
}

/** What comes after the end: the last line, for it has to be in the archive. */
export const archiveLine = ({ archive }: LaunchOffer): string =>
  archive ? `is archived now, at ${shownAddress(archive.location)}` : 'is not archived: that is not wanted';
