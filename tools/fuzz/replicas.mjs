/** Further replicas of a service, with settings under which it answers what the first one does not. */
import { join } from 'node:path';
import { ROOT } from '../lib/settings.mjs';

/**
 * A row for each: its settings, and headers with which a good request is answered a status.
 * @type {{env: Record<string, string>, asks: Record<number, Record<string, string>>}[]}
 */
export const REPLICAS = [
  {
    // More than one request a minute is too much for it.
    env: {
      RATE_LIMIT_READS_PER_MINUTE: '1',
      RATE_LIMIT_WRITES_PER_MINUTE: '1',
      RATE_LIMIT_REDIS_TIMEOUT_MS: '2000',
    },
    asks: { 429: {} },
  },
  {
    env: { AUTH_MODE: 'module', AUTH_MODULE: join(ROOT, 'tools', 'fuzz', 'authenticator.cjs') },
    asks: { 401: {}, 403: { 'x-fuzz-role': 'none' }, 503: { 'x-fuzz-role': 'away' } },
  },
];
