import { constants } from 'node:os';
import type { Compatibility } from '../compatibility/genie';
import { explainsStatus } from '../compatibility/genie';
import type { Release } from '../releases/release-table';
import { StatusMessage, because } from './status-message';

/** Exit code of a process that a signal has ended, without the number of the signal; a shell reports it so. */
const SIGNALLED = 128;

const signalOf = (exitCode: number): string | undefined =>
  Object.entries(constants.signals).find(([, number]) => number === exitCode - SIGNALLED)?.[0];

/** Returns the message of a job whose process failed: `Job failed: exit code 3.`, `Job failed: signal SIGSEGV.` */
export function exitMessage(exitCode: number): string {
  const signal = signalOf(exitCode);
  return because(StatusMessage.Failed, signal === undefined ? `exit code ${exitCode}` : `signal ${signal}`);
}

const EXPLAINED = /Job failed: (?:exit code \d+|signal SIG\w+)\.$/;

/** Returns a status message as clients of the release know it; earlier ones match on `Job failed.` */
export const statusMsgIn = <T extends string | null>(
  release: Release,
  compatibility: Compatibility,
  message: T,
): T =>
  explainsStatus(release, compatibility) || message === null
    ? message
    : (message.replace(EXPLAINED, StatusMessage.Failed) as T);
