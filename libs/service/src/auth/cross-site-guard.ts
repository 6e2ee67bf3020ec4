import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { forbidden } from '../identity/refusals';
import { forwardedAddress, readForwarded } from '../requests/forwarded';
import { trustedProxies, type IsProxy } from '../requests/trusted-proxies';
import { isAuthOn } from '../config/auth-config';
import type { ServiceConfig } from '../config/service-config';
import type { ServiceError } from '../errors/service-error';
import { allowedHosts, hostName } from '../requests/allowed-hosts';
import { isForeign } from './foreign-origin';

/** Requests that a page of another site must not send; reads are left to CORS, which hides their answers. */
export const CrossSite = {
  Write: 'write',
  Websocket: 'open websockets',
  Script: 'load scripts with _callback',
} as const;
export type CrossSite = (typeof CrossSite)[keyof typeof CrossSite];

type Settings = Pick<
  ServiceConfig,
  'AUTH_MODE' | 'ALLOWED_HOSTS' | 'PUBLIC_URL' | 'INTERNAL_URL' | 'CORS_ORIGINS' | 'TRUSTED_PROXIES'
>;
type Asked = Pick<IncomingMessage, 'headers' | 'url'> & { socket: { remoteAddress?: string | undefined } };

const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Addressed by IP: probes and scrapers reach pods directly. */
const ANY_HOST = /^\/(?:health|metrics)(?:[/?]|$)/;
const REMEMBERED = 1000;

/**
 * Refuses requests that pages of other sites make a browser send (docs/security.md): writes, websockets and scripts by their origin
 * and, while authentication is off, every request to a foreign host name (DNS rebinding).
 */
export class CrossSiteGuard {
  private readonly isProxy: IsProxy;
  private readonly isAllowedName: (name: string) => boolean;
  private readonly checksHosts: boolean;
  /** Whether the operator has configured host names: then those forwarded by proxies are checked, too. */
  private readonly checksForwarded: boolean;
  private readonly judged = new Map<string, boolean>();

  /** @param isFellow whether a request carries a token of this system, which no page has */
  constructor(
    private readonly settings: Settings,
    private readonly isFellow: (headers: IncomingHttpHeaders) => boolean,
  ) {
    const { ALLOWED_HOSTS, PUBLIC_URL, INTERNAL_URL } = settings;
    this.isProxy = trustedProxies(settings.TRUSTED_PROXIES);
    this.isAllowedName = allowedHosts(ALLOWED_HOSTS, [PUBLIC_URL, INTERNAL_URL]);
    this.checksHosts = !isAuthOn(settings);
    this.checksForwarded = ALLOWED_HOSTS.length > 0 || PUBLIC_URL !== undefined;
  }

  /** Judges a request by its method. @returns the refusal (403); undefined when the request may pass */
  refusal(request: IncomingMessage): ServiceError | undefined {
    const isRead = READS.has(request.method);
    return this.hostRefusal(request) ?? (isRead ? undefined : this.originRefusal(request, CrossSite.Write));
  }

  /** Judges by `Host`. Off while authentication is on. */
  hostRefusal(request: Asked): ServiceError | undefined {
    if (!this.checksHosts) return undefined;
    const { host } = request.headers;
    const wrong = this.isOwnHost(host) ? this.wrongForwardedHost(request) : host;
    if (!wrong || ANY_HOST.test(request.url ?? '') || this.isFellow(request.headers)) return undefined;
    const name = wrong.length > 100 ? `${wrong.slice(0, 100)}…` : wrong;
    return forbidden(
      `the host ${name} is not allowed while authentication is off: add it to ALLOWED_HOSTS, or set PUBLIC_URL`,
    );
  }

  /** Judges by `Origin` and `Sec-Fetch-Site`. */
  originRefusal(request: Asked, act: CrossSite): ServiceError | undefined {
    const { headers } = request;
    if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return undefined;
    const { CORS_ORIGINS: allowed, PUBLIC_URL: publicUrl } = this.settings;
    const forwarded = this.forwarded(request);
    const addresses = [`http://${headers.host ?? ''}`, ...(forwarded === undefined ? [] : [forwarded])];
    if (!isForeign(headers, addresses, { allowed, publicUrl })) return undefined;
    return forbidden(
      headers.origin === undefined
        ? `pages of other sites may not ${act}`
        : `pages of this origin may not ${act}: add it to CORS_ORIGINS`,
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

  private wrongForwardedHost(request: Asked): string | undefined {
    const address = this.checksForwarded ? this.forwarded(request) : undefined;
    if (address === undefined) return undefined;
    const host = URL.canParse(address) ? new URL(address).host : address;
    return this.isOwnHost(host) ? undefined : host;
  }

  /** Returns the base address that a trusted proxy was called at; undefined when it is not forwarded. */
  private forwarded({ headers, socket }: Asked): string | undefined {
    if (!this.isProxy(socket.remoteAddress)) return undefined;
    readForwarded(headers);
    const host = [headers['x-forwarded-host'] ?? []].flat().join(',').split(',').at(-1)?.trim();
    return host ? forwardedAddress('http', host, headers) : undefined;
  }
}
