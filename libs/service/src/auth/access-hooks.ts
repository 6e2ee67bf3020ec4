import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify';
import { InternalOnly, Open, ruleOf, type AccessRule } from './access';
import type { Credentials } from './authenticator';
import { TOKEN_PARAMETER, hasTokenInAddress, splitToken } from './bearer';
import type { Gatekeeper, Identity } from './gatekeeper';
import { setPrincipal } from './principal';
import type { CrossSiteGuard } from '../http/cross-site/cross-site-guard';

const identities = Symbol('identity');
const INTERNAL_PATH = '/internal/';
const NOT_ASKED: Identity = Object.freeze({});

/** A request and what its credential says, until it is judged. */
interface Identified {
  [identities]?: Identity;
}

/**
 * Sets the gatekeeper before all routes that are made from now on: requests of other sites are refused at `onRequest`, where
 * who calls is found out, too; that is judged at
 * `preParsing`. So whoever limits rates between the two knows whom it limits, and no body of a stranger is read.
 *
 * @param open prefixes of addresses that need no credential
 */
export function guardRoutes(
  fastify: FastifyInstance,
  gatekeeper: Gatekeeper,
  sites: CrossSiteGuard,
  open: readonly string[],
): void {
  fastify.addHook('onRoute', (route) => {
    const { url } = route;
    const made = listOf(route.method).map((method) => ({
      method,
      url,
      rule: ruleOf(method, url, route.config?.access, open),
    }));
    gatekeeper.routes.push(...made);
    // A route of several verbs has one rule: without a declared one only GET and HEAD could be together.
    const rule = made[0]?.rule;
    if (!rule) return;
    route.config = { ...route.config, access: rule };
    if (rule.needs !== Open) route.preParsing = [judge(gatekeeper, rule), ...listOf(route.preParsing ?? [])];
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    const url = request.raw.url ?? '';
    const credentials = hasTokenInAddress(url) ? takeToken(request) : request;
    const refusal = sites.refusal(request.raw);
    if (refusal) return done(refusal);
    // Asked at every request: the rule of the route, which is dear to look up here, is left to the judgement.
    const identity = url.startsWith(INTERNAL_PATH) ? NOT_ASKED : gatekeeper.identify(credentials);
    if (identity instanceof Promise) {
      void identity.then((one) => {
        keep(request, one);
        done();
      });
      return;
    }
    keep(request, identity);
    done();
  });
}

function keep(request: FastifyRequest, identity: Identity): void {
  (request as Identified)[identities] = identity;
  if (identity.principal) setPrincipal(request, identity.principal);
}

const listOf = <T>(one: T | readonly T[]): readonly T[] =>
  Array.isArray(one) ? (one as readonly T[]) : [one as T];

function judge(gatekeeper: Gatekeeper, rule: AccessRule): preParsingHookHandler {
  const isInternal = rule.needs === InternalOnly;
  return (request, _reply, _payload, done) => {
    if (isInternal) keep(request, gatekeeper.identifyInternal(request));
    const identity = (request as Identified)[identities] ?? NOT_ASKED;
    const params = request.params as Readonly<Record<string, string | undefined>>;
    done(gatekeeper.refusal(rule, identity, params) as Error | undefined);
  };
}

/** Takes the token out of the address before anything else sees it: it is in no log, link or error message. */
function takeToken(request: FastifyRequest): Credentials {
  const { raw, headers, ip } = request;
  const url = raw.url ?? '';
  raw.url = splitToken(url).url;
  const query = request.query as Record<string, unknown>;
  // The framework has decoded the names already.
  for (const name of Object.keys(query)) if (name.toLowerCase() === TOKEN_PARAMETER) delete query[name];
  return { raw, headers, ip, url };
}
