import type { Server } from 'node:http';
import type { LimitsConfig } from './limits-config';

/** How often connections are looked through for those that have taken too long, ms. */
const CHECK_MS = 1000;

type TimedServer = Server & { connectionsCheckingInterval?: number };

/**
 * Ends connections whose clients send too slowly: a request that does not come in time is answered with 408 in the
 * API's format. What is sent to clients has no limit here, for streams are open for as long as they are read.
 */
export function limitConnections(server: Server, config: LimitsConfig): void {
  const timed: TimedServer = server;
  timed.headersTimeout = Math.min(config.HEADERS_TIMEOUT_MS, config.REQUEST_TIMEOUT_MS);
  timed.requestTimeout = config.REQUEST_TIMEOUT_MS;
  timed.keepAliveTimeout = config.KEEP_ALIVE_MS;
  timed.connectionsCheckingInterval = Math.min(CHECK_MS, timed.headersTimeout);
}
