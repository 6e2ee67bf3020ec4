import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { forbidden } from '../identity/refusals';
import {
  addressAtProxy,
  trustedProxies,
  type IsProxy,
  type ReceivedRequest,
} from '../requests/trusted-proxies';
import type { ServiceConfig } from '../config/service-config';
import type { ServiceError } from '../errors/service-error';
import { isForeign } from './foreign-origin';
import { HostGuard, type HostSettings } from './host-guard';

/** Requests that a page of another site must not send; reads are left to CORS, which hides their answers. */
export const CrossSite = {
  Write: 'write',
  Websocket: 'open websockets',
  Script: 'load scripts with _callback',
} as const;
export type CrossSite = (typeof CrossSite)[keyof typeof CrossSite];

type Settings = HostSettings & Pick<ServiceConfig, 'CORS_ORIGINS' | 'TRUSTED_PROXIES'>;

const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that pages of other sites make a browser send (docs/security.md): writes, websockets and scripts by their
 * origin, and all that {@link HostGuard} refuses.
 */
export class CrossSiteGuard {
  private readonly isProxy: IsProxy;
  private readonly hosts: HostGuard;

  /** @param hasOwnToken whether a request carries a token of this system, which no page has */
  constructor(
    private readonly settings: Settings,
    hasOwnToken: (headers: IncomingHttpHeaders) => boolean,
  ) {
    this.isProxy = trustedProxies(settings.TRUSTED_PROXIES);
    this.hosts = new HostGuard(settings, this.isProxy, hasOwnToken);
  }

  /** Judges a request by its host and, unless it only reads, by its origin. @returns the refusal (403) */
  refusal(
    request: IncomingMessage,
    act: CrossSite | undefined = READS.has(request.method) ? undefined : CrossSite.Write,
  ): ServiceError | undefined {
    return this.hosts.refusal(request) ?? (act && this.originRefusal(request, act));
  }

  /** Judges by `Origin` and `Sec-Fetch-Site`. */
  originRefusal(request: ReceivedRequest, act: CrossSite): ServiceError | undefined {
    const { headers } = request;
    if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return undefined;
    const { CORS_ORIGINS: allowed, PUBLIC_URL: publicUrl } = this.settings;
    const forwarded = addressAtProxy(request, this.isProxy);
    const addresses = [`http://${headers.host ?? ''}`, ...(forwarded === undefined ? [] : [forwarded])];
    if (!isForeign(headers, addresses, { allowed, publicUrl })) return undefined;
    return forbidden(
      headers.origin === undefined
        ? `pages of other sites may not ${act}`
        : `pages of this origin may not ${act}: add it to CORS_ORIGINS`,
    );
  }
}
