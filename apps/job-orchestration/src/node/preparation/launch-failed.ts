import type { LaunchFailure } from '@portolan/launches';

/** A launch that can't be started; the failure is what its owner gets to know. */
export class LaunchFailed extends Error {
  override readonly name = 'LaunchFailed';
  readonly failure: LaunchFailure;

  /**
   * @param code see `LaunchFailure.code`
   * @param permanent another try can't help
   */
  constructor(code: string, message: string, permanent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.failure = { code, message: message.slice(0, 4096), permanent };
  }
}
