import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { forbidden } from '../../auth/refusals';
import { trustedProxies } from '../../auth/x509/trusted-proxies';
import { isAuthOn } from '../../config/auth-config';
import type { ServiceConfig } from '../../config/service-config';
import type { ServiceError } from '../../errors/service-error';
import { forwardedAddress, readForwarded } from '../forwarded';
import { allowedHosts, hostName } from './hosts';
import { isForeign } from './origins';

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
/** The parts of a request that the guard reads. */
type Asked = Pick<IncomingMessage, 'headers' | 'url'> & { socket: { remoteAddress?: string | undefined } };

const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Asked by address: probes and scrapers reach pods by their IP. */
const ANY_HOST = /^\/(?:health|metrics)(?:[/?]|$)/;
/** Names of hosts that are remembered as judged. */
const REMEMBERED = 1000;

/**
 * Refuses what a page of another site makes a browser send (docs/security.md): writes, websockets and scripts by their
 * origin and, while nobody is asked who he is, every request to a host that is not ours (DNS rebinding).
 */
export class CrossSiteGuard {
  private readonly isProxy: (address: string | undefined) => boolean;
  private readonly isAllowedName: (name: string) => boolean;
  private readonly checksHosts: boolean;
  /** Whether the operator has said which names there are: those of proxies are compared, too. */
  private readonly checksForwarded: boolean;
  private readonly judged = new Map<string, boolean>();

  /** @param isFellow whether a request carries a token of this system: no page has one */
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

  /** Judges a request by its verb. @returns why it is refused (403); undefined when it may pass */
  refusal(request: IncomingMessage): ServiceError | undefined {
    return (
      this.hostRefusal(request) ??
      (READS.has(request.method) ? undefined : this.originRefusal(request, CrossSite.Write))
    );
  }

  /** Judges by `Host`. Off while clients are asked who they are. */
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
        ? `pages of other sites may not ${act} here`
        : `pages of this origin may not ${act} here: it is not in CORS_ORIGINS`,
    );
  }

  /** A program of before HTTP/1.1 sends none; a browser always does. */
  private isOwnHost(host: string | undefined): boolean {
    if (!host) return true;
    const known = this.judged.get(host);
    if (known !== undefined) return known;
    const name = hostName(host);
    const isOwn = name !== undefined && this.isAllowedName(name);
    // A client chooses what it sends.
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

  /** The base address that a trusted proxy was asked at; undefined when it does not say. */
  private forwarded({ headers, socket }: Asked): string | undefined {
    if (!this.isProxy(socket.remoteAddress)) return undefined;
    readForwarded(headers);
    const host = [headers['x-forwarded-host'] ?? []].flat().join(',').split(',').at(-1)?.trim();
    return host ? forwardedAddress('http', host, headers) : undefined;
  }
}
