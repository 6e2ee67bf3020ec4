import type { LaunchFailure } from '@portolan/launches';
import { messageOf } from '@portolan/service';

/** A launch that cannot be started; the failure is reported to its owner. */
export class LaunchFailed extends Error {
  override readonly name = 'LaunchFailed';
  readonly failure: LaunchFailure;

  /** @param code see `LaunchFailure.code` @param permanent a retry cannot help */
  constructor(code: string, message: string, permanent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.failure = { code, message: message.slice(0, 4096), permanent };
  }
}

export function asFailure(error: unknown): LaunchFailure {
  if (error instanceof LaunchFailed) return error.failure;
  const message = messageOf(error);
  return { code: 'directoryFailed', message: message.slice(0, 4096), permanent: false };
}
