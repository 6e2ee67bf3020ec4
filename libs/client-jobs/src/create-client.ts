import { createClient, createConfig, type Client, type Config } from './generated/client/index.ts';

/**
 * A client of one installation. Every operation of this package takes it as `client`.
 *
 * @param config `baseUrl` is where the service is, without a path; `headers`, `auth` (a token, or what gets one) and `fetch`
 *   say how it is asked.
 *   `client.interceptors.request.use` sees each request before it is sent.
 */
export const createJobsClient = (config: Config & { baseUrl: string }): Client =>
  createClient(createConfig({ ...config, baseUrl: config.baseUrl.replace(/\/+$/, '') }));

/** How `auth` is shown: as a token. For functions that are not generated. */
export const BEARER = [{ scheme: 'bearer', type: 'http' }] as const;
