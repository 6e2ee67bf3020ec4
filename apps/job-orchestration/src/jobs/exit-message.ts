import { exitText } from '@portolan/launches';
import type { Compatibility } from '../compatibility/genie';
import { explainsStatus } from '../compatibility/genie';
import type { Release } from '../releases/release-table';
import { StatusMessage, because } from './status-message';

/** Returns the message of a job whose process failed: `Job failed: exit code 3.`, `Job failed: signal SIGSEGV.` */
export const exitMessage = (exitCode: number): string => because(StatusMessage.Failed, exitText(exitCode));

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
