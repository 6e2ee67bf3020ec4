import { createHash, timingSafeEqual } from 'node:crypto';
import { ErrorKind, ServiceError } from '../errors/service-error';
import { InternalOnly, Open, type AccessRule } from './access';
import {
  ANYBODY,
  INTERNAL,
  Via,
  hasRole,
  type Authenticator,
  type Credentials,
  type Principal,
} from '../identity/principal';
import { bearerOf } from '../identity/bearer';
import { credentialsMissing, forbidden, readFailure } from '../identity/refusals';

/** The caller of a request, or the reason why it is unknown. */
export interface Identity {
  principal?: Principal;
  /** The credential is invalid, or cannot be verified at the moment. */
  failure?: unknown;
}

/** A route and its access rule. */
export interface RuledRoute {
  /** An HTTP method, or `WEBSOCKET`. */
  method: string;
  /** In Fastify's syntax: `/jobs/:id`. */
  url: string;
  rule: AccessRule;
}

type Params = Readonly<Record<string, string | undefined>>;

const NOBODY: Identity = Object.freeze({});
const FELLOW: Identity = Object.freeze({ principal: INTERNAL });
const EVERYBODY: Identity = Object.freeze({ principal: ANYBODY });

/** Identifies callers and judges their access, for HTTP and for websocket upgrades. */
export class AccessControl {
  readonly routes: RuledRoute[] = [];
  private readonly challenges: readonly string[];
  /** Requests accepted with an internal token other than the first. */
  previousTokenUses = 0;
  private readonly internalTokens: readonly Buffer[];

  /** @param authenticators tried in this order; undefined: `AUTH_MODE=off`. @param internalTokens accepted tokens */
  constructor(
    private readonly authenticators: readonly Authenticator[] | undefined,
    ...internalTokens: string[]
  ) {
    this.challenges = [...new Set((authenticators ?? []).flatMap(({ challenge }) => challenge ?? []))];
    this.internalTokens = internalTokens.map(digest);
  }

  /** Identifies the caller. Never throws: an invalid credential counts only where one is required. */
  identify(request: Credentials): Identity | Promise<Identity> {
    return this.authenticators ? this.ask(request, this.authenticators, 0) : EVERYBODY;
  }

  /** Identifies the caller of `/internal`, where only the internal token is accepted. */
  identifyInternal(request: Credentials): Identity {
    return this.isInternal(request.headers) ? FELLOW : NOBODY;
  }

  /** Reports whether the `Authorization` header carries the internal token. */
  isInternal(headers: Credentials['headers']): boolean {
    const token = bearerOf({ headers, url: '' });
    if (token === undefined) return false;
    const given = digest(token);
    const index = this.internalTokens.findIndex((one) => timingSafeEqual(given, one));
    if (index > 0) this.previousTokenUses += 1;
    return index >= 0;
  }

  /** Judges access to a route. @param params of its address. @returns the refusal; undefined when the request may pass */
  refusal(rule: AccessRule, { principal, failure }: Identity, params: Params): unknown {
    if (rule.needs === Open) return undefined;
    if (failure !== undefined) return failure;
    if (rule.needs === InternalOnly)
      return principal?.via === Via.Internal ? undefined : internalTokenMissing();
    if (!principal) return credentialsMissing(this.challenges);
    if (principal.launch) {
      if (mayLaunch(rule, principal.launch, params)) return undefined;
      return forbidden('a process of a job may call this only for its own job');
    }
    if (hasRole(principal, rule.needs)) return undefined;
    return forbidden(`the role ${rule.needs} is required, ${nameOf(principal)}`);
  }

  /** Returns a promise only if an authenticator does. */
  private ask(
    request: Credentials,
    authenticators: readonly Authenticator[],
    from: number,
  ): Identity | Promise<Identity> {
    const failed = (error: unknown): Identity => ({ failure: readFailure(error, this.challenges) });
    try {
      for (let index = from; index < authenticators.length; index++) {
        const answer = authenticators[index]?.authenticate(request);
        if (answer instanceof Promise)
          return answer.then(
            (principal) => (principal ? { principal } : this.ask(request, authenticators, index + 1)),
            failed,
          );
        if (answer) return { principal: answer };
      }
      return NOBODY;
    } catch (error) {
      return failed(error);
    }
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function mayLaunch(rule: AccessRule, own: NonNullable<Principal['launch']>, params: Params): boolean {
  const { launch } = rule;
  if (!launch || (launch.masterOnly && !own.isMaster)) return false;
  return launch.param === undefined || params[launch.param] === own.jobId;
}

const nameOf = ({ subject, roles }: Principal): string =>
  roles.length === 0 ? `${subject} has no role` : `${subject} has ${roles.join(', ')}`;

const internalTokenMissing = (): ServiceError =>
  new ServiceError(
    ErrorKind.Unauthorized,
    'the internal token is required: send Authorization: Bearer <INTERNAL_TOKEN>',
    { headers: { 'WWW-Authenticate': 'Bearer realm="portolan-internal"' } },
  );
