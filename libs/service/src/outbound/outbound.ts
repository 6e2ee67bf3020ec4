import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, RequestInit, Response } from 'undici';
import type { LimitsConfig } from '../limits/limits-config';
import { mayCall, mayRead, parseOutboundRules, type OutboundRules } from './outbound-rules';

const BRACKETS = /^\[|\]$/g;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
/** How long a connection may take to be made, ms. */
const CONNECT_LIMIT_MS = 10_000;

/** A client asked for a place that this process does not call: no further try can help. */
export class OutboundRefusedError extends Error {
  override readonly name = 'OutboundRefusedError';
  readonly code = 'ERR_OUTBOUND_REFUSED';

  constructor(host: string) {
    super(`${host} is no place that this installation calls (OUTBOUND_ALLOWED)`);
  }
}

/** The host of an address as a resolver takes it: IPv6 addresses without their brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(BRACKETS, '');

const portOf = (url: URL): number =>
  url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port);

/**
 * Calls addresses that clients have chosen. What is judged is the address that is connected to: a name is resolved once,
 * for the connection, and a redirect makes a connection of its own. So neither a name that changes its mind nor an
 * answer leads where a client may not.
 */
export class Outbound {
  private readonly rules: OutboundRules;
  private agent: Agent | undefined;

  constructor(config: Pick<LimitsConfig, 'OUTBOUND' | 'OUTBOUND_ALLOWED'>) {
    this.rules = parseOutboundRules(config.OUTBOUND, config.OUTBOUND_ALLOWED);
  }

  /** Folders that `file` addresses may lead into. */
  get folders(): readonly string[] {
    return this.rules.folders;
  }

  /**
   * Tells what can be told of an address before it is called: `localhost` and numbers. Names are judged when they are
   * resolved.
   *
   * @throws {@link OutboundRefusedError}
   */
  check(url: URL): void {
    this.checkHost(hostOf(url), portOf(url));
  }

  /** Judges an object of an object store, which this process reads with rights of its own. @throws {@link OutboundRefusedError} */
  checkObject({ bucket, key }: { bucket: string; key: string }): void {
    if (!mayRead(this.rules, bucket, key)) throw new OutboundRefusedError(`s3://${bucket}/${key}`);
  }

  private checkHost(host: string, port: number): void {
    const address = host === 'localhost' || host.endsWith('.localhost') ? '127.0.0.1' : host;
    if (isIP(address) !== 0) this.judge(host, [address], port);
  }

  /** Resolves names for connections to a port: the addresses that were judged are those that are called. */
  lookup(port: number): LookupFunction {
    return (hostname, options, callback) => {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        const [first] = addresses ?? [];
        try {
          if (error) throw error;
          if (!first) throw new Error(`${hostname} has no address`);
          this.judge(
            hostname,
            addresses.map(({ address }) => address),
            port,
          );
        } catch (refusal) {
          callback(refusal as Error, '', 0);
          return;
        }
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    };
  }

  /** As the global `fetch`, for addresses of clients. @throws as it does, with an OutboundRefusedError as cause */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { fetch } = await import('undici');
    return fetch(url, { ...init, dispatcher: await this.dispatcher() });
  }

  /** Ends connections that are kept. */
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
          callback(refusal as Error, null);
          return;
        }
        buildConnector({ timeout: CONNECT_LIMIT_MS, lookup: this.lookup(port) })(target, callback);
      },
    });
    return this.agent;
  }

  private judge(host: string, addresses: readonly string[], port: number): void {
    if (!addresses.every((address) => mayCall(this.rules, host, address, port)))
      throw new OutboundRefusedError(host);
  }
}
