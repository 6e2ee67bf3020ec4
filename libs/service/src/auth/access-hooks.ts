import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify';
import { refuseSocket } from '../errors/error-filter';
import { statusOf, type ErrorFormat } from '../errors/service-error';
import { toServiceError } from '../errors/to-service-error';
import { hasTokenInAddress, splitToken, TOKEN_PARAMETER } from '../identity/bearer';
import { setPrincipal, type Credentials, type Principal } from '../identity/principal';
import type { UpgradeRates } from '../limits/rate-limits';
import { InternalOnly, Open, ruleOf, type AccessRule } from './access';
import type { AccessControl, Identity } from './access-control';
import { CrossSite, type CrossSiteGuard } from './cross-site-guard';

const NOT_ASKED: Identity = Object.freeze({});

/** The identities of requests between identification and judgement. */
const identities = Symbol('identity');
type Identified = FastifyRequest & { [identities]?: Identity };

/**
 * Guards all routes declared from now on: sites and identity at `onRequest`, the access rule at `preParsing`. So a rate limit
 * between them knows the caller, and the body of an unauthorized request is never read. @param open prefixes without credential
 */
export function guardRoutes(
  fastify: FastifyInstance,
  accessControl: AccessControl,
  sites: CrossSiteGuard,
  open: readonly string[],
): void {
  fastify.addHook('onRoute', (route) => {
    const { url, config } = route;
    const methods = [route.method].flat();
    const rules = methods.map((method) => ({ method, url, rule: ruleOf(method, url, config?.access, open) }));
    accessControl.routes.push(...rules);
    // A route with several methods has one rule: without a declared rule only GET and HEAD may share a route.
    const rule = rules[0]?.rule;
    if (!rule) return;
    route.config = { ...config, access: rule };
    if (rule.needs !== Open)
      route.preParsing = [judge(accessControl, rule), ...[route.preParsing ?? []].flat()];
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    const url = request.raw.url ?? '';
    const credentials = hasTokenInAddress(url) ? takeToken(request) : request;
    const refusal = sites.refusal(request.raw);
    if (refusal) return done(refusal);
    // Runs for every request: the lookup of the rule is expensive here, so it is left to the judgement.
    const identity = url.startsWith('/internal/') ? NOT_ASKED : accessControl.identify(credentials);
    const pass = (one: Identity): void => {
      keep(request, one);
      done();
    };
    if (identity instanceof Promise) void identity.then(pass);
    else pass(identity);
  });
}

function keep(request: FastifyRequest, identity: Identity): void {
  (request as Identified)[identities] = identity;
  if (identity.principal) setPrincipal(request, identity.principal);
}

function judge(accessControl: AccessControl, rule: AccessRule): preParsingHookHandler {
  const isInternal = rule.needs === InternalOnly;
  return (request, _reply, _payload, done) => {
    if (isInternal) keep(request, accessControl.identifyInternal(request));
    const identity = (request as Identified)[identities] ?? NOT_ASKED;
    const params = request.params as Readonly<Record<string, string | undefined>>;
    done(accessControl.refusal(rule, identity, params) as Error | undefined);
  };
}

/** Removes the token from the address before anything else reads it: it appears in no log, link or error message. */
function takeToken(request: FastifyRequest): Credentials {
  const { raw, headers, ip } = request;
  const url = raw.url ?? '';
  raw.url = splitToken(url).url;
  const query = request.query as Record<string, unknown>;
  // The framework has already decoded the names.
  for (const name of Object.keys(query)) if (name.toLowerCase() === TOKEN_PARAMETER) delete query[name];
  return { raw, headers, ip, url };
}

/** The access rule of a websocket, and the form of refusals. */
interface UpgradeRule {
  accessControl: AccessControl;
  sites: CrossSiteGuard;
  rates: UpgradeRates;
  rule: AccessRule;
  errors: ErrorFormat;
}

/**
 * Judges a websocket handshake like a request, its origin first, and removes the token from its address: no hooks run for it.
 * @param admit called when it may pass, synchronously without authentication; a refusal is answered here
 */
export function guardUpgrade(
  { accessControl, sites, rates, rule, errors }: UpgradeRule,
  request: IncomingMessage,
  socket: Duplex,
  admit: (principal: Principal | undefined) => void,
): void {
  const { headers, url = '/' } = request;
  const credentials = { headers, url, raw: request, ip: request.socket.remoteAddress ?? '' };
  request.url = splitToken(url).url;
  // Browsers do not apply CORS to websockets.
  const foreign = sites.refusal(request, CrossSite.Websocket);
  if (foreign) return refuseUpgrade(errors, foreign, socket);
  const judge = (identity: Identity, excess?: Error): void => {
    const refusal = excess ?? accessControl.refusal(rule, identity, {});
    if (refusal === undefined) admit(identity.principal);
    else refuseUpgrade(errors, refusal, socket);
  };
  // As with routes, the rate limit precedes the access rule.
  const limit = (identity: Identity): void => {
    const excess = rates.refusal(request, identity.principal);
    if (excess) void excess.then((one) => judge(identity, one));
    else judge(identity);
  };
  const identity = accessControl.identify(credentials);
  if (identity instanceof Promise) void identity.then(limit);
  else limit(identity);
}

/** Refuses a websocket handshake with an error in the API's format. @param thrown the cause */
export function refuseUpgrade(format: ErrorFormat, thrown: unknown, socket: Duplex): void {
  const error = toServiceError(thrown);
  refuseSocket(format, statusOf(format, error), error, socket);
}
