import { createApiClient } from './api-client.ts';
import type { Client, Config } from './generated/client/index.ts';

/**
 * A client of one installation. Every operation of this package takes it as `client`.
 *
 * @param config `baseUrl` is where the service is, without a path; `headers`, `auth` (a token, or what gets one) and `fetch`
 *   say how it is asked.
 *   `client.interceptors.request.use` sees each request before it is sent.
 */
export const createHistoryClient = (config: Config & { baseUrl: string }): Client => createApiClient(config);
