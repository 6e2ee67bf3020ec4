/** The console, as other tools see it: the server of its page, and the settings it needs. */
import { authSettings } from './dev-issuer.mjs';
import { LOOPBACK } from './settings.mjs';

const program = 'apps/console/dist/server/main.js';
export const CONSOLE = { key: 'console', app: 'console', title: 'console', program, health: '/health/live' };

/** Origins of the page, which the services must allow: a browser may name this machine in either way. */
export const consoleOrigins = (port) => `http://${LOOPBACK}:${port},http://localhost:${port}`;

/** Returns the settings of the login; empty while the services require no token. */
export function consoleSettings() {
  const { AUTH_MODE = 'off', AUTH_ISSUER } = authSettings();
  return AUTH_MODE !== 'off' && AUTH_ISSUER ? { LOGIN_ISSUER: AUTH_ISSUER } : {};
}
