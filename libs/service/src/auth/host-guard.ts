import type { IncomingHttpHeaders } from 'node:http';
import { isAuthOn } from '../config/auth-config';
import type { ServiceConfig } from '../config/service-config';
import type { ServiceError } from '../errors/service-error';
import { forbidden } from '../identity/refusals';
import { allowedHosts, hostName } from '../requests/allowed-hosts';
import { addressAtProxy, type IsProxy, type ReceivedRequest } from '../requests/trusted-proxies';

export type HostSettings = Pick<ServiceConfig, 'AUTH_MODE' | 'ALLOWED_HOSTS' | 'PUBLIC_URL' | 'INTERNAL_URL'>;

/** Addressed by IP: probes and scrapers reach pods directly. */
const ANY_HOST = /^\/(?:health|metrics)(?:[/?]|$)/;
const REMEMBERED = 1000;

/** While authentication is off, refuses requests to a foreign host name, which a page can send by DNS rebinding (docs/security.md). */
export class HostGuard {
  private readonly isAllowedName: (name: string) => boolean;
  private readonly isOn: boolean;
  /** Whether the operator has configured host names: then those forwarded by proxies are checked, too. */
  private readonly checksForwarded: boolean;
  private readonly judged = new Map<string, boolean>();

  /** @param hasOwnToken whether a request carries a token of this system, which no page has */
  constructor(
    settings: HostSettings,
    private readonly isProxy: IsProxy,
    private readonly hasOwnToken: (headers: IncomingHttpHeaders) => boolean,
  ) {
    const { ALLOWED_HOSTS, PUBLIC_URL, INTERNAL_URL } = settings;
    this.isAllowedName = allowedHosts(ALLOWED_HOSTS, [PUBLIC_URL, INTERNAL_URL]);
    this.isOn = !isAuthOn(settings);
    this.checksForwarded = ALLOWED_HOSTS.length > 0 || PUBLIC_URL !== undefined;
  }

  /** Judges a request by `Host`. @returns the refusal (403); undefined when the request may pass */
  refusal(request: ReceivedRequest): ServiceError | undefined {
    if (!this.isOn) return undefined;
    const { host } = request.headers;
    const wrong = this.isOwnHost(host) ? this.wrongForwardedHost(request) : host;
    if (!wrong || ANY_HOST.test(request.url ?? '') || this.hasOwnToken(request.headers)) return undefined;
    const name = wrong.length > 100 ? `${wrong.slice(0, 100)}…` : wrong;
    return forbidden(
      `the host ${name} is not allowed while authentication is off: add it to ALLOWED_HOSTS, or set PUBLIC_URL`,
    );
  }

  /** A request without Host passes: only clients older than HTTP/1.1 omit it, browsers never do. */
  private isOwnHost(host: string | undefined): boolean {
    if (!host) return true;
    const known = this.judged.get(host);
    if (known !== undefined) return known;
    const name = hostName(host);
    const isOwn = name !== undefined && this.isAllowedName(name);
    // Clients control the header, so the cache is bounded.
    if (this.judged.size >= REMEMBERED) this.judged.clear();
    this.judged.set(host, isOwn);
    return isOwn;
  }

  private wrongForwardedHost(request: ReceivedRequest): string | undefined {
    const address = this.checksForwarded ? addressAtProxy(request, this.isProxy) : undefined;
    if (address === undefined) return undefined;
    const host = URL.canParse(address) ? new URL(address).host : address;
    return this.isOwnHost(host) ? undefined : host;
  }
}
