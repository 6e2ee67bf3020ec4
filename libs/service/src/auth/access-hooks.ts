import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify';
import { InternalOnly, Open, ruleOf, type AccessRule } from './access';
import { setPrincipal, type Credentials } from '../identity/principal';
import { TOKEN_PARAMETER, hasTokenInAddress, splitToken } from '../identity/bearer';
import type { AccessControl, Identity } from './access-control';
import type { CrossSiteGuard } from './cross-site-guard';

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
