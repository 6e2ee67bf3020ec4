import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Roles of clients (docs/authentication.md): an admin has all rights of a submitter, and a submitter all of a reader. */
export const Role = {
  /** Reads everything. */
  Reader: 'reader',
  /** Submits jobs; kills and changes its own. */
  Submitter: 'submitter',
  /** Writes the registries, chooses agent clusters, drains nodes; has the rights of every owner. */
  Admin: 'admin',
} as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Way in which a client authenticated; an authenticator that is plugged in adds its own word. */
export const Via = {
  /** `AUTH_MODE=off`: no authentication. */
  None: 'none',
  OAuth2: 'oauth2',
  X509: 'x509',
  /** Another service of this system, over a public API. */
  Service: 'service',
  /** A launched process, for its own job alone. */
  Launch: 'launch',
  /** Another process of this system, over `/internal`. */
  Internal: 'internal',
} as const;
export type Via = (typeof Via)[keyof typeof Via];

/** A worker of a streaming job. */
export interface LaunchIdentity {
  readonly jobId: string;
  readonly workerNumber: number;
  /** When the job was submitted, ms since 1970: another job may get its id. Absent in tokens of earlier releases. */
  readonly submittedAt?: number;
  /** The process is the job master, which scales the stages of its job. */
  readonly isMaster: boolean;
}

/** The authenticated client of a request. */
export interface Principal {
  /** The client's name: equal names are the same client, whatever `via` is. Empty without authentication (`via` is `none`). */
  readonly subject: string;
  readonly roles: readonly Role[];
  readonly via: Via | (string & {});
  /** With `via` `launch`: the worker that the process is; it may use the addresses of its job only. */
  readonly launch?: LaunchIdentity;
  /** Expiry of the credential, ms since 1970: its streams end then. Absent: no expiry. */
  readonly expiresAt?: number;
}

const principals = Symbol('principal');

interface Carrier {
  [principals]?: Principal;
}

/** Returns the client of a request, from the `onRequest` stage on; undefined without a valid credential. */
export const principalOf = (request: FastifyRequest): Principal | undefined =>
  (request as Carrier)[principals];

export function setPrincipal(request: FastifyRequest, principal: Principal): void {
  (request as Carrier)[principals] = principal;
}

/** Each role includes those before it. */
const RANKS = Object.values(Role);

/** Reports whether a principal has a role, directly or by one that includes it. */
export const hasRole = ({ roles }: Principal, role: Role): boolean =>
  roles.some((one) => RANKS.indexOf(one) >= RANKS.indexOf(role));

/** The principal of all clients while authentication is off. */
export const ANYBODY: Principal = Object.freeze({
  subject: '',
  roles: Object.freeze([Role.Admin]),
  via: Via.None,
});

/** The principal of the system's own processes, which may call `/internal` only. */
export const INTERNAL: Principal = Object.freeze({
  subject: 'internal',
  roles: Object.freeze([]),
  via: Via.Internal,
});

export type RoleMap = ReadonlyMap<string, Role>;

/** @param entries `<name>=<role>`, the role after the last `=`, already validated */
export function readRoleMap(entries: readonly string[]): RoleMap {
  return new Map(
    entries.map((entry) => {
      const at = entry.lastIndexOf('=');
      return [entry.slice(0, at).trim(), entry.slice(at + 1).trim() as Role];
    }),
  );
}

/** Returns the roles of names by the map, with `own` also by the roles' own names; `fallback` when there are none. */
export function rolesOf(
  names: readonly string[],
  map: RoleMap,
  { own, fallback }: { own: boolean; fallback: Role | undefined },
): Role[] {
  const found = names.flatMap(
    (name) => map.get(name) ?? (own && RANKS.includes(name as Role) ? (name as Role) : []),
  );
  if (found.length > 0) return [...new Set(found)];
  return fallback ? [fallback] : [];
}

/** The part of a request that an authenticator sees: a Fastify request, or the upgrade to a websocket in its form. */
export interface Credentials {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  /** The client's address, behind trusted proxies. */
  readonly ip: string;
  /** The connection, whose socket has the client certificate. */
  readonly raw: IncomingMessage;
}

/** One way to authenticate; the first that recognizes the credential decides. docs/authentication.md shows how to plug one in. */
export interface Authenticator {
  /** The challenge of a 401 in `WWW-Authenticate`: `Bearer`. Undefined: no header can request this credential. */
  readonly challenge?: string;
  /**
   * @returns undefined without a credential of this kind. @throws ServiceError: unauthorized, or unavailable when
   * it can't be verified
   */
  authenticate(request: Credentials): Promise<Principal | undefined> | Principal | undefined;
}
