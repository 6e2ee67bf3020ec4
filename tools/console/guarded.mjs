/** A console whose services demand tokens of the development issuer. */
import { Bench, freePort } from '../../bench/lib/system.mjs';
import { CONSOLE, consoleOrigins } from '../lib/services.mjs';
import { ISSUER, TOKEN_TTL_S, settingsOf, tokenFor } from '../lib/dev-issuer.mjs';
import { serviceUrls } from '../lib/settings.mjs';

/** Enough for some clicks on a busy machine. */
const SHORT_S = 12;

export class GuardedConsole {
  #bench = new Bench();

  /** Starts the issuer, job orchestration and the console. */
  async start() {
    const port = await freePort();
    this.issuer = await this.#bench.serve(ISSUER.app, [ISSUER.program], { path: ISSUER.health });
    const jobs = await this.#bench.service('jobs', {
      ROLES: 'api,controller',
      CORS_ORIGINS: consoleOrigins(port),
      AUTH_MODE: 'oauth2',
      ...settingsOf(this.issuer),
    });
    const env = { ...serviceUrls((key) => (key === 'jobs' ? jobs : '')), LOGIN_ISSUER: this.issuer };
    this.url = await this.#bench.serve(CONSOLE.app, [CONSOLE.program], { env, path: CONSOLE.health, port });
  }

  /** Returns a token that expires soon. */
  shortToken() {
    return tokenFor('admin', { issuer: this.issuer, now: Date.now() - (TOKEN_TTL_S - SHORT_S) * 1000 });
  }

  end() {
    return this.#bench.end();
  }
}
