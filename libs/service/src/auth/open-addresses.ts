import type { AuthConfig } from '../config/auth-config';

/** Health is asked by who has no credential: load balancers, orchestrators. */
const ALWAYS = ['/health'];
const DOCS = ['/docs', '/openapi'];

/**
 * Prefixes of addresses that need no credential.
 *
 * @param api address of the API, below which the documentation stands as well
 */
export const openAddresses = ({ AUTH_OPEN }: Pick<AuthConfig, 'AUTH_OPEN'>, api = ''): string[] => [
  ...ALWAYS,
  ...(AUTH_OPEN.includes('metrics') ? ['/metrics'] : []),
  ...(AUTH_OPEN.includes('docs') ? ['', api].flatMap((base) => DOCS.map((path) => base + path)) : []),
];
