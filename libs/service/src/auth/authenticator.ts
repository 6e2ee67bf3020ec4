import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Principal } from './principal';

/** What an authenticator sees of a request: a Fastify request is one, the upgrade to a websocket is made one. */
export interface Credentials {
  readonly headers: IncomingHttpHeaders;
  /** Path and query, as they came. */
  readonly url: string;
  /** The client's address, behind trusted proxies. */
  readonly ip: string;
  /** The connection: client certificates are found at its socket. */
  readonly raw: IncomingMessage;
}

/**
 * One way for clients to show who they are. Authenticators are asked in turn; the first that knows the credential
 * decides. docs/authentication.md shows how to plug one in.
 */
export interface Authenticator {
  /** The challenge that a 401 names in `WWW-Authenticate`: `Bearer`. Undefined: no header can ask for it. */
  readonly challenge?: string;
  /**
   * @returns who it is; undefined when the request has no credential of this kind
   * @throws ServiceError: unauthorized when there is one that is not valid, unavailable when it can't be judged now
   */
  authenticate(request: Credentials): Promise<Principal | undefined> | Principal | undefined;
}

/** Nest token of the list of all authenticators, in the order in which they are asked. */
export const AUTHENTICATORS = Symbol('AUTHENTICATORS');
