import * as oauth from 'oauth4webapi';
import type { LoginConfig } from './config';
import { CALLBACK, currentSession, setSession, sharedSession, type Session } from './session';

/** The state of a login while the browser is at the issuer. */
interface Pending {
  verifier: string;
  state: string;
  /** Address of the screen to return to. */
  returnTo: string;
  stay: boolean;
}

const PENDING = 'portolan.login';
/** The lock of the tab that renews. */
const RENEWAL = 'portolan.renewal';
/** A token is renewed this long before it expires, ms. */
const RENEW_BEFORE_MS = 60_000;

const redirectUri = (): string => `${location.origin}${CALLBACK}`;

/** A development issuer has no certificate; the address itself says so. */
const optionsFor = (issuer: string) => ({ [oauth.allowInsecureRequests]: issuer.startsWith('http:') });

async function serverOf({ issuer }: LoginConfig): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer);
  return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, optionsFor(issuer)));
}

/** Redirects the user to the issuer (authorization code with PKCE). @throws Error when the issuer cannot be reached */
export async function beginLogin(config: LoginConfig, returnTo: string, stay: boolean): Promise<void> {
  const { authorization_endpoint: endpoint } = await serverOf(config);
  if (!endpoint) throw new Error('the issuer has no address to log in at');
  const pending: Pending = {
    verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    returnTo,
    stay,
  };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  const url = new URL(endpoint);
  const parameters = {
    client_id: config.clientId,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: config.scope,
    state: pending.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  location.assign(url);
}

/** Exchanges the code in the address for a token. @returns the screen to show. @throws Error when the issuer refused */
export async function endLogin(config: LoginConfig): Promise<string> {
  const text = sessionStorage.getItem(PENDING);
  if (text === null) throw new Error('no login was begun in this tab');
  const { verifier, state, returnTo, stay } = JSON.parse(text) as Pending;
  const server = await serverOf(config);
  const client: oauth.Client = { client_id: config.clientId };
  const parameters = oauth.validateAuthResponse(server, client, new URL(location.href), state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri(),
    verifier,
    optionsFor(config.issuer),
  );
  setSession(sessionOf(await oauth.processAuthorizationCodeResponse(server, client, answer)), stay);
  sessionStorage.removeItem(PENDING);
  // A returned address stays on this page: it came from this tab, but it is checked all the same.
  return returnTo.startsWith('/') && !returnTo.startsWith('//') ? returnTo : '/';
}

const sessionOf = (answer: oauth.TokenEndpointResponse): Session => ({
  token: answer.access_token,
  refreshToken: answer.refresh_token,
  expiresAt: answer.expires_in === undefined ? undefined : Date.now() + answer.expires_in * 1000,
});

let renewal: Promise<void> | undefined;

/** Returns the token to send, renewed when it is about to expire; undefined when nobody is logged in. */
export async function tokenToSend(config: LoginConfig): Promise<string | undefined> {
  const session = currentSession();
  if (refreshTokenOf(session) !== undefined) {
    renewal ??= renewAlone(config).finally(() => (renewal = undefined));
    await renewal;
  }
  return currentSession()?.token;
}

/** Returns the refresh token of a session that is about to expire. */
const refreshTokenOf = (session: Session | undefined): string | undefined =>
  session?.expiresAt !== undefined && session.expiresAt - Date.now() < RENEW_BEFORE_MS
    ? session.refreshToken
    : undefined;

/** A refresh token can be used once: tabs that share a session renew it one after the other, and the second finds it renewed. */
async function renewAlone(config: LoginConfig): Promise<void> {
  const renewIfStale = async (): Promise<void> => {
    const refreshToken = refreshTokenOf(sharedSession());
    if (refreshToken !== undefined) await renew(config, refreshToken);
  };
  // Browsers offer locks in secure contexts only: on localhost, and by https.
  await ('locks' in navigator ? navigator.locks.request(RENEWAL, renewIfStale) : renewIfStale());
}

/** A refused renewal logs out; the next answer of a service is a 401, which shows the login. */
async function renew(config: LoginConfig, refreshToken: string): Promise<void> {
  const client: oauth.Client = { client_id: config.clientId };
  try {
    const server = await serverOf(config);
    const request = oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      refreshToken,
      optionsFor(config.issuer),
    );
    const answer = await oauth.processRefreshTokenResponse(server, client, await request);
    setSession({ refreshToken, ...sessionOf(answer) });
  } catch (error) {
    // Another tab may have logged in meanwhile.
    const isOwn = sharedSession()?.refreshToken === refreshToken;
    if (error instanceof oauth.ResponseBodyError && isOwn) setSession(undefined);
  }
}
