import { createHash, timingSafeEqual } from 'node:crypto';
import { ErrorKind, ServiceError } from '../errors/service-error';
import { InternalOnly, Open, type AccessRule } from './access';
import type { Authenticator, Credentials } from './authenticator';
import { bearerOf } from './bearer';
import { ANYBODY, INTERNAL, Via, hasRole, type Principal } from './principal';
import { credentialsMissing, forbidden, readFailure } from './refusals';

/** Who a request comes from, or why that is not known. */
export interface Identity {
  principal?: Principal;
  /** A credential was shown that does not count, or that can't be judged now. */
  failure?: unknown;
}

/** A route and who may call it. */
export interface RuledRoute {
  /** A verb, or `WEBSOCKET`. */
  method: string;
  /** As Fastify takes it: `/jobs/:id`. */
  url: string;
  rule: AccessRule;
}

/** Nobody: no credential at all. */
const NOBODY: Identity = Object.freeze({});
const FELLOW: Identity = Object.freeze({ principal: INTERNAL });
const EVERYBODY: Identity = Object.freeze({ principal: ANYBODY });

/** Finds out who calls, and judges whether that one may. The same for HTTP and for the upgrade to a websocket. */
export class Gatekeeper {
  /** The routes that it stands before, as they are made. */
  readonly routes: RuledRoute[] = [];
  private readonly challenges: readonly string[];
  /** Requests that were accepted with another than the first internal token. */
  previousTokenUses = 0;
  private readonly internalTokens: readonly Buffer[];

  /**
   * @param authenticators asked in this order; undefined: nobody is asked (`AUTH_MODE=off`)
   * @param internalTokens that are accepted: several while they are exchanged
   */
  constructor(
    private readonly authenticators: readonly Authenticator[] | undefined,
    ...internalTokens: string[]
  ) {
    this.challenges = [...new Set((authenticators ?? []).flatMap(({ challenge }) => challenge ?? []))];
    this.internalTokens = internalTokens.map(digest);
  }

  /** Whether clients are asked who they are. */
  get isOn(): boolean {
    return this.authenticators !== undefined;
  }

  /** Who a request comes from. Never throws: what is wrong counts only where somebody is needed. */
  identify(request: Credentials): Identity | Promise<Identity> {
    if (!this.authenticators) return EVERYBODY;
    return this.ask(request, this.authenticators, 0);
  }

  /** The same for `/internal`, where the internal token counts and nothing else. */
  identifyInternal(request: Credentials): Identity {
    return this.isInternal(request.headers) ? FELLOW : NOBODY;
  }

  /** Tells whether a request carries the internal token, in its `Authorization` header. */
  isInternal(headers: Credentials['headers']): boolean {
    const token = bearerOf({ headers, url: '' });
    if (token === undefined) return false;
    const given = digest(token);
    const index = this.internalTokens.findIndex((one) => timingSafeEqual(given, one));
    if (index > 0) this.previousTokenUses += 1;
    return index >= 0;
  }

  /**
   * Judges.
   *
   * @param params of the route's address
   * @returns why the request is refused: unauthorized, forbidden, unavailable; undefined when it may pass
   */
  refusal(
    rule: AccessRule,
    { principal, failure }: Identity,
    params: Readonly<Record<string, string | undefined>>,
  ): unknown {
    if (rule.needs === Open) return undefined;
    if (failure !== undefined) return failure;
    if (rule.needs === InternalOnly) {
      return principal?.via === Via.Internal ? undefined : internalTokenMissing();
    }
    if (!principal) return credentialsMissing(this.challenges);
    if (principal.launch) return mayLaunch(rule, principal.launch, params) ? undefined : notOfThisJob();
    if (hasRole(principal, rule.needs)) return undefined;
    return forbidden(`the role ${rule.needs} is needed, ${nameOf(principal)}`);
  }

  /** Waits only where an authenticator does. */
  private ask(
    request: Credentials,
    authenticators: readonly Authenticator[],
    from: number,
  ): Identity | Promise<Identity> {
    try {
      for (let index = from; index < authenticators.length; index++) {
        const answer = authenticators[index]?.authenticate(request);
        if (answer instanceof Promise) {
          return answer.then(
            (principal) => (principal ? { principal } : this.ask(request, authenticators, index + 1)),
            (error: unknown) => ({ failure: readFailure(error, this.challenges) }),
          );
        }
        if (answer) return { principal: answer };
      }
      return NOBODY;
    } catch (error) {
      return { failure: readFailure(error, this.challenges) };
    }
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function mayLaunch(
  rule: AccessRule,
  own: NonNullable<Principal['launch']>,
  params: Readonly<Record<string, string | undefined>>,
): boolean {
  const { launch } = rule;
  if (!launch || (launch.masterOnly && !own.isMaster)) return false;
  return launch.param === undefined || params[launch.param] === own.jobId;
}

const nameOf = ({ subject, roles }: Principal): string =>
  roles.length === 0 ? `${subject} has none` : `${subject} has ${roles.join(', ')}`;

const notOfThisJob = (): ServiceError => forbidden('a process of a job may call this for no job but its own');

const internalTokenMissing = (): ServiceError =>
  new ServiceError(
    ErrorKind.Unauthorized,
    'the internal token is required: send Authorization: Bearer <INTERNAL_TOKEN>',
    {
      headers: { 'WWW-Authenticate': 'Bearer realm="portolan-internal"' },
    },
  );
