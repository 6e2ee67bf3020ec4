import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { isAuthOn } from '../config/auth-config';
import type { ServiceConfig } from '../config/service-config';
import type { ServiceError } from '../errors/service-error';
import { forbidden } from '../identity/refusals';
import { allowedHosts, hostName } from '../requests/allowed-hosts';
import { addressAtProxy, trustedProxies, type IsProxy, type ReceivedRequest } from '../requests/forwarded';

/** The origins whose pages may write, open websockets and load scripts. */
export interface OriginRules {
  allowed: readonly string[];
  publicUrl?: string | undefined;
}

/**
 * Reports whether a request comes from a page of another site that is not allowed. Programs send neither `Origin` nor
 * `Sec-Fetch-Site`; a page can set neither.
 * @param addresses base addresses of the request: `Host`, and those forwarded by a trusted proxy
 */
export function isForeign(
  headers: IncomingHttpHeaders,
  addresses: readonly string[],
  { allowed, publicUrl }: OriginRules,
): boolean {
  const { origin } = headers;
  // GET requests of `<script>` and of navigation have no Origin; they have `Sec-Fetch-Site`.
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site' && !allowed.includes('*');
  if (allowed.includes('*') || allowed.includes(origin)) return false;
  if (!/^https?:/i.test(origin) || !URL.canParse(origin)) return true;
  const from = new URL(origin);
  if (publicUrl !== undefined && from.origin === new URL(publicUrl).origin) return false;
  return !addresses.some((address) => isHostOf(address, from));
}

/** Compares host and port. The scheme is ignored: a proxy that ends TLS does not always forward it. */
function isHostOf(address: string, page: URL): boolean {
  const url = address.replace(/^https?:/, page.protocol);
  return URL.canParse(url) && new URL(url).host === page.host;
}

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

const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Addressed by IP: probes and scrapers reach pods directly. */
const ANY_HOST = /^\/(?:health|metrics)(?:[/?]|$)/;
/** Clients control the header `Host`, so the number of remembered ones is limited. */
const REMEMBERED = 1000;

/**
 * Refuses requests that pages of other sites make a browser send (docs/security.md): writes, websockets and scripts by their
 * origin and, while authentication is off, all requests to a foreign host name, which a page can send by DNS rebinding.
 */
export class CrossSiteGuard {
  private readonly isProxy: IsProxy;
  private readonly isAllowedName: (name: string) => boolean;
  private readonly checksHosts: boolean;
  /** Whether the operator has configured host names: then those forwarded by proxies are checked, too. */
  private readonly checksForwarded: boolean;
  private readonly judged = new LRUCache<string, boolean>({ max: REMEMBERED });

  /** @param hasOwnToken whether a request carries a token of this system, which no page has */
  constructor(
    private readonly settings: Settings,
    private readonly hasOwnToken: (headers: IncomingHttpHeaders) => boolean,
  ) {
    const { ALLOWED_HOSTS, PUBLIC_URL, INTERNAL_URL, TRUSTED_PROXIES } = settings;
    this.isProxy = trustedProxies(TRUSTED_PROXIES);
    this.isAllowedName = allowedHosts(ALLOWED_HOSTS, [PUBLIC_URL, INTERNAL_URL]);
    this.checksHosts = !isAuthOn(settings);
    this.checksForwarded = ALLOWED_HOSTS.length > 0 || PUBLIC_URL !== undefined;
  }

  /** Judges a request by its host and, unless it only reads, by its origin. @returns the refusal (403) */
  refusal(
    request: IncomingMessage,
    act: CrossSite | undefined = READS.has(request.method) ? undefined : CrossSite.Write,
  ): ServiceError | undefined {
    return this.hostRefusal(request) ?? (act && this.originRefusal(request, act));
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

  private hostRefusal(request: ReceivedRequest): ServiceError | undefined {
    if (!this.checksHosts) return undefined;
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
