import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { statusOf, type ErrorFormat } from '../errors/error-format';
import { toServiceError } from '../errors/problem';
import { CrossSite, type CrossSiteGuard } from '../http/cross-site/cross-site-guard';
import { REQUEST_ID_HEADER } from '../http/request-context';
import type { AccessRule } from './access';
import { splitToken } from './bearer';
import type { UpgradeRates } from '../limits/upgrade-rates';
import type { Gatekeeper, Identity } from './gatekeeper';
import type { Principal } from './principal';

/** Who may open a websocket, and how it is refused. */
export interface UpgradeRule {
  gatekeeper: Gatekeeper;
  sites: CrossSiteGuard;
  rates: UpgradeRates;
  rule: AccessRule;
  /** How the API tells errors. */
  errors: ErrorFormat;
}

/**
 * Judges a request to become a websocket as a route would be, its origin first: no hook of the framework sees it. The token, which
 * browsers can only put into the address, is taken out of it.
 *
 * @param admit called with who it is when the request may pass, at once where nobody has to be asked; otherwise it is
 *   answered here. What it opens ends with the credential: `closeWithCredential`.
 */
export function guardUpgrade(
  { gatekeeper, sites, rates, rule, errors }: UpgradeRule,
  request: IncomingMessage,
  socket: Duplex,
  admit: (principal: Principal | undefined) => void,
): void {
  const { headers, url = '/' } = request;
  const credentials = { headers, url, raw: request, ip: request.socket.remoteAddress ?? '' };
  request.url = splitToken(url).url;
  // Browsers apply no CORS to websockets: the server has to.
  const foreign = sites.hostRefusal(request) ?? sites.originRefusal(request, CrossSite.Websocket);
  if (foreign) return refuseUpgrade(errors, foreign, socket);
  const judge = (identity: Identity, excess?: Error): void => {
    const refusal = excess ?? gatekeeper.refusal(rule, identity, {});
    if (refusal === undefined) admit(identity.principal);
    else refuseUpgrade(errors, refusal, socket);
  };
  // As with routes: whoever is over the limit is told that, whatever he may.
  const limit = (identity: Identity): void => {
    const excess = rates.refusal(request, identity.principal);
    if (excess) void excess.then((one) => judge(identity, one));
    else judge(identity);
  };
  const identity = gatekeeper.identify(credentials);
  if (identity instanceof Promise) void identity.then(limit);
  else limit(identity);
}

/** Answers a request to become a websocket with an error, as the API tells errors. @param thrown what is wrong */
export function refuseUpgrade(format: ErrorFormat, thrown: unknown, socket: Duplex): void {
  const error = toServiceError(thrown);
  const status = statusOf(format, error);
  const requestId = randomUUID();
  const body = JSON.stringify(format.body({ status, error, requestId, now: Date.now() }));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(error.headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
