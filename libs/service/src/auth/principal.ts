import type { FastifyRequest } from 'fastify';

/** What a client may do (docs/authentication.md): an admin may all that a submitter may, who may all that a reader may. */
export const Role = {
  /** Reads everything. */
  Reader: 'reader',
  /** Submits jobs; kills and changes its own. */
  Submitter: 'submitter',
  /** Writes the registries, chooses agent clusters, drains nodes; may what any owner may. */
  Admin: 'admin',
} as const;
export type Role = (typeof Role)[keyof typeof Role];

/** How a client has shown who it is; an authenticator that is plugged in says its own word. */
export const Via = {
  /** `AUTH_MODE=off`: nobody was asked. */
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

/** Who a request comes from. */
export interface Principal {
  /** The client's name: who has the same is the same client, whatever `via` says. Empty when nobody was asked (`via` is `none`). */
  readonly subject: string;
  readonly roles: readonly Role[];
  readonly via: Via | (string & {});
  /** With `via` `launch`: the job that it belongs to, whose addresses are open to it and nothing else. */
  readonly launch?: { readonly jobId: string; readonly isMaster: boolean };
  /** Until when its credential holds, ms since 1970: streams that it opened end then. Absent: they don't. */
  readonly expiresAt?: number;
}

const principals = Symbol('principal');

/** A request that a principal can be kept at. */
interface Carrier {
  [principals]?: Principal;
}

/**
 * Who a request comes from; undefined when it showed no credential that counts. Known from the `onRequest` stage on,
 * to hooks that were added after the service's own, and so before a body is read.
 */
export const principalOf = (request: FastifyRequest): Principal | undefined =>
  (request as Carrier)[principals];

/** Keeps who a request comes from. */
export function setPrincipal(request: FastifyRequest, principal: Principal): void {
  (request as Carrier)[principals] = principal;
}

const INCLUDED: Readonly<Record<Role, readonly Role[]>> = {
  [Role.Reader]: [Role.Reader, Role.Submitter, Role.Admin],
  [Role.Submitter]: [Role.Submitter, Role.Admin],
  [Role.Admin]: [Role.Admin],
};

/** Tells whether a principal has a role, itself or by one that includes it. */
export const hasRole = ({ roles }: Principal, role: Role): boolean =>
  roles.some((one) => INCLUDED[role].includes(one));

/** Everybody, where nobody is asked who he is. */
export const ANYBODY: Principal = Object.freeze({
  subject: '',
  roles: Object.freeze([Role.Admin]),
  via: Via.None,
});

/** The processes of this system among themselves: `/internal` is theirs, and nothing else. */
export const INTERNAL: Principal = Object.freeze({
  subject: 'internal',
  roles: Object.freeze([]),
  via: Via.Internal,
});
