import type { IncomingMessage } from 'node:http';
import type { Principal } from '../auth/principal';
import { trustedProxies } from '../auth/x509/trusted-proxies';
import { clientAddress } from '../http/client-address';

/** Takes one read of a client's limit. @returns the refusal, undefined when it may pass */
export type TakeRead = (principal: Principal | undefined, address: string) => Promise<Error | undefined>;

/** The rates of clients that open websockets: no hook of the framework sees them. */
export class UpgradeRates {
  private readonly isProxy: (address: string | undefined) => boolean;
  private takeRead: TakeRead | undefined;

  constructor(config: { TRUSTED_PROXIES: readonly string[] }) {
    this.isProxy = trustedProxies(config.TRUSTED_PROXIES);
  }

  /** Without it nothing is limited. */
  limitBy(takeRead: TakeRead): void {
    this.takeRead = takeRead;
  }

  /** @returns the refusal, undefined (at once where nothing is limited) when the request may pass */
  refusal(
    request: IncomingMessage,
    principal: Principal | undefined,
  ): Promise<Error | undefined> | undefined {
    return this.takeRead?.(principal, clientAddress(request, this.isProxy));
  }
}
