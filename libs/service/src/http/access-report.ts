import type { Logger } from 'pino';
import { coverTokens } from '../auth/bearer';
import { ACCESS_MESSAGE } from '../logging/log-output';
import type { Metrics } from '../metrics/metrics';

/** A request whose answer has gone out. */
export interface Answered {
  requestId: string;
  method: string;
  url: string;
  status: number;
  /** From the request's headers to the end of its answer. */
  ms: number;
}

/** One access-log line and one observation of a request. @param route as Fastify takes it, `unknown` for none */
export function reportAnswer(
  log: Pick<Logger, 'info'>,
  metrics: Metrics,
  { requestId, method, url, status, ms }: Answered,
  route: string,
): void {
  // An address that the framework itself refuses has passed no hook that takes tokens out.
  const shown = url.includes('?') ? coverTokens(url) : url;
  log.info({ requestId, method, url: shown, status, ms: Math.round(ms * 1000) / 1000 }, ACCESS_MESSAGE);
  metrics.observeRequest(method, route, status, ms / 1000);
}
