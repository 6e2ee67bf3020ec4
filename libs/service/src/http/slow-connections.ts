import type { Server } from 'node:http';
import type { LimitsConfig } from '../config/service-config';

/** Interval between checks for slow connections, ms. */
const SLOW_CHECK_MS = 1000;

/** Ends connections of slow senders (408). Responses have no limit: streams stay open while they are read. */
export function limitConnections(
  server: Server & { connectionsCheckingInterval?: number },
  config: LimitsConfig,
): void {
  server.headersTimeout = Math.min(config.HEADERS_TIMEOUT_MS, config.REQUEST_TIMEOUT_MS);
  server.requestTimeout = config.REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = config.KEEP_ALIVE_MS;
  server.connectionsCheckingInterval = Math.min(SLOW_CHECK_MS, server.headersTimeout);
}
