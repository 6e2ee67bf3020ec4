import type { AuthConfig } from '../config/auth-config';

/** Health is asked by who has no credential: load balancers, orchestrators. */
const ALWAYS = ['/health'];
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  metrics: ['/metrics'],
  docs: ['/docs', '/openapi'],
  none: [],
};

/** Prefixes of addresses that need no credential. */
export const openAddresses = ({ AUTH_OPEN }: Pick<AuthConfig, 'AUTH_OPEN'>): string[] => [
  ...ALWAYS,
  ...AUTH_OPEN.flatMap((name) => ADDRESSES[name] ?? []),
];
