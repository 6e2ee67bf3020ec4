import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { statusOf, type ErrorFormat } from '../errors/service-error';
import { refuseSocket } from '../errors/error-filter';
import { toServiceError } from '../errors/to-service-error';
import { CrossSite, type CrossSiteGuard } from './cross-site-guard';
import type { AccessRule } from './access';
import { splitToken } from '../identity/bearer';
import type { UpgradeRates } from '../limits/rate-limits';
import type { AccessControl, Identity } from './access-control';
import type { Principal } from '../identity/principal';

/** The access rule of a websocket, and the form of refusals. */
export interface UpgradeRule {
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
