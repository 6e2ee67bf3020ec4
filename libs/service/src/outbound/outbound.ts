import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, RequestInit, Response } from 'undici';
import {
  mayCall,
  mayRead,
  parseOutboundRules,
  type OutboundRules,
  type OutboundSettings,
} from './outbound-rules';

const BRACKETS = /^\[|\]$/g;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
/** Time limit for a connection to be established, ms. */
const CONNECT_LIMIT_MS = 10_000;

/** A client's address that this process does not call: a retry is pointless. */
export class OutboundRefusedError extends Error {
  override readonly name = 'OutboundRefusedError';
  readonly code = 'ERR_OUTBOUND_REFUSED';

  constructor(host: string) {
    super(`${host} is not in OUTBOUND_ALLOWED`);
  }
}

/** Returns the host of an address as a resolver takes it: IPv6 addresses without their brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(BRACKETS, '');

const portOf = (url: URL): number =>
  url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port);

/**
 * Calls addresses that clients have chosen. The rules apply to the connection: a name is resolved once, and a redirect connects
 * anew. So neither a changed name nor a response leads to a forbidden destination.
 */
export class Outbound {
  private readonly rules: OutboundRules;
  private agent: Agent | undefined;

  constructor(config: OutboundSettings) {
    this.rules = parseOutboundRules(config.OUTBOUND, config.OUTBOUND_ALLOWED);
  }

  get folders(): readonly string[] {
    return this.rules.folders;
  }

  /** Checks `localhost` and numbers before the call; names are checked when resolved. @throws {@link OutboundRefusedError} */
  check(url: URL): void {
    this.checkHost(hostOf(url), portOf(url));
  }

  /** Checks an object of an object store, which this process reads with rights of its own. @throws {@link OutboundRefusedError} */
  checkObject({ bucket, key }: { bucket: string; key: string }): void {
    if (!mayRead(this.rules, bucket, key)) throw new OutboundRefusedError(`s3://${bucket}/${key}`);
  }

  private checkHost(host: string, port: number): void {
    const address = host === 'localhost' || host.endsWith('.localhost') ? '127.0.0.1' : host;
    if (isIP(address) !== 0) this.judge(host, address, port);
  }

  /** Resolves names for connections to a port: the checked addresses are the called ones. */
  lookup(port: number): LookupFunction {
    return (hostname, options, callback) => {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        const [first] = addresses ?? [];
        try {
          if (error) throw error;
          if (!first) throw new Error(`${hostname} has no address`);
          for (const { address } of addresses) this.judge(hostname, address, port);
        } catch (refusal) {
          callback(refusal as Error, '', 0);
          return;
        }
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    };
  }

  /** Like the global `fetch`, for addresses of clients. @throws its errors, with an OutboundRefusedError as cause */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { fetch } = await import('undici');
    return fetch(url, { ...init, dispatcher: await this.dispatcher() });
  }

  async close(): Promise<void> {
    await this.agent?.close();
  }

  private async dispatcher(): Promise<Agent> {
    if (this.agent) return this.agent;
    const { Agent, buildConnector } = await import('undici');
    this.agent ??= new Agent({
      connect: (target, callback) => {
        const port = Number(target.port || DEFAULT_PORTS[target.protocol]);
        try {
          this.checkHost(target.hostname.replace(BRACKETS, ''), port);
        } catch (refusal) {
          return callback(refusal as Error, null);
        }
        buildConnector({ timeout: CONNECT_LIMIT_MS, lookup: this.lookup(port) })(target, callback);
      },
    });
    return this.agent;
  }

  private judge(host: string, address: string, port: number): void {
    if (!mayCall(this.rules, host, address, port)) throw new OutboundRefusedError(host);
  }
}
