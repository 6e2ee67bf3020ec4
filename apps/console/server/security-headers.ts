import type { Settings } from './settings';

/**
 * Returns the headers of every response. Scripts and styles come from this origin only, and none is inline; the page talks to the
 * services and the issuer, by no websocket, and no other page may frame it.
 */
export function securityHeaders({ services, login }: Settings): Record<string, string> {
  const origins = [...Object.values(services), login && new URL(login.issuer).origin];
  const connect = new Set(["'self'", ...origins.filter(Boolean)]);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${[...connect].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}
