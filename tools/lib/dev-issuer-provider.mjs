/** The development issuer itself: oidc-provider with two public clients, and a login that believes everybody. Loopback only. */
import { createServer } from 'node:http';
import Provider, { interactionPolicy } from 'oidc-provider';
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js';
import { ALGORITHM, AUDIENCE, ROLES, TOKEN_TTL_S } from './dev-issuer.mjs';
import { codePage, confirmPage, donePage, errorPage, loginPage } from './dev-issuer-pages.mjs';
import { LOOPBACK } from './settings.mjs';

/** The resource indicator of tokens; the audience in the token is a plain word. */
export const RESOURCE = 'urn:portolan';
const SCOPE = 'openid';
/** How long a login may take, s. */
const LOGIN_TTL_S = 600;
const MAX_BODY_BYTES = 4096;
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const CLIENTS = [
  {
    client_id: 'portolan-cli',
    grant_types: [DEVICE_GRANT],
    response_types: [],
    redirect_uris: [],
  },
  {
    client_id: 'portolan-console',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: [`http://${LOOPBACK}/`],
  },
].map((client) => ({ ...client, application_type: 'native', token_endpoint_auth_method: 'none' }));

/** Logins end with the process; only keys outlive it. A subclass, because the provider warns of its own class. */
class Memory extends MemoryAdapter {}

/** Whether an address is one of this machine, over plain HTTP. */
function isLoopback(address) {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, hash } = new URL(address);
  return protocol === 'http:' && hostname === LOOPBACK && username === '' && hash === '';
}

/** Asks for the role at every login, so that it can be changed, and never for consent. */
function loginPolicy() {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  policy.remove('consent');
  policy
    .get('login')
    .checks.add(
      new Check('role', 'a role must be picked', (ctx) =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  return policy;
}

async function grantAll(ctx) {
  const grant = new ctx.oidc.provider.Grant({
    clientId: ctx.oidc.client.clientId,
    accountId: ctx.oidc.session.accountId,
  });
  grant.addOIDCScope(SCOPE);
  await grant.save();
  return grant;
}

const show = (ctx, html) => {
  ctx.type = 'html';
  ctx.body = html;
};

const features = {
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  deviceFlow: {
    enabled: true,
    userCodeInputSource: (ctx, form, _out, error) => show(ctx, codePage(form, Boolean(error))),
    userCodeConfirmSource: (ctx, form, client, _device, code) =>
      show(ctx, confirmPage(form, client.clientId, code)),
    successSource: (ctx) => show(ctx, donePage()),
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => RESOURCE,
    useGrantedResource: () => true,
    getResourceServerInfo: () => ({
      scope: '',
      audience: AUDIENCE,
      accessTokenTTL: TOKEN_TTL_S,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: ALGORITHM } },
    }),
  },
};

const settingsOf = ({ jwk, cookieKey }) => ({
  adapter: Memory,
  clients: CLIENTS,
  clientDefaults: { id_token_signed_response_alg: ALGORITHM },
  clientBasedCORS: (_ctx, origin) => isLoopback(origin),
  jwks: { keys: [jwk] },
  cookies: { keys: [cookieKey] },
  features,
  claims: { openid: ['sub', 'roles'] },
  scopes: [SCOPE],
  pkce: { required: () => true },
  findAccount: (_ctx, id) =>
    ROLES.includes(id) ? { accountId: id, claims: () => ({ sub: id, roles: [id] }) } : undefined,
  extraTokenClaims: (_ctx, token) => ({ roles: [token.accountId] }),
  loadExistingGrant: grantAll,
  interactions: { policy: loginPolicy(), url: (_ctx, { uid }) => `/login/${uid}` },
  renderError: (ctx, out) => show(ctx, errorPage(out)),
  ttl: {
    AccessToken: TOKEN_TTL_S,
    AuthorizationCode: 60,
    DeviceCode: LOGIN_TTL_S,
    Grant: TOKEN_TTL_S,
    IdToken: TOKEN_TTL_S,
    Interaction: LOGIN_TTL_S,
    Session: LOGIN_TTL_S,
  },
});

/** The field `role` of a posted form. */
async function readRole(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > MAX_BODY_BYTES) return null;
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8')).get('role');
}

function answer(response, status, html) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(html);
}

async function login(provider, request, response) {
  const { params } = await provider.interactionDetails(request, response);
  if (request.method === 'GET') return answer(response, 200, loginPage(params.client_id));
  const role = await readRole(request);
  if (!ROLES.includes(role))
    return answer(
      response,
      400,
      errorPage({ error: 'role', error_description: `one of ${ROLES.join(', ')}` }),
    );
  return provider.interactionFinished(request, response, { login: { accountId: role, remember: false } });
}

function failed(response, error) {
  if (response.headersSent) return response.destroy();
  const status = error.statusCode ?? 500;
  return answer(
    response,
    status,
    errorPage({ error: error.error ?? 'error', error_description: error.message }),
  );
}

/**
 * Makes the issuer's HTTP server, which does not listen yet. A request with another Host than `issuer` is refused with 421, so that
 * a page of another site can't reach it by a name of its own.
 *
 * @param {string} issuer its address, `http://127.0.0.1:<port>`
 * @param {{ jwk: Record<string, string>, cookieKey: string }} keys
 */
export function issuerServer(issuer, keys) {
  const provider = new Provider(issuer, settingsOf(keys));
  provider.Client.prototype.redirectUriAllowed = function redirectUriAllowed(address) {
    return this.redirectUris.length > 0 && isLoopback(address);
  };
  provider.on('server_error', (_ctx, error) => process.stderr.write(`${error.stack}\n`));
  const handle = provider.callback();
  const { host } = new URL(issuer);
  return createServer((request, response) => {
    response.setHeader('x-frame-options', 'DENY');
    response.setHeader('x-development-issuer', 'not for production');
    if (request.headers.host !== host) {
      answer(response, 421, errorPage({ error: 'host', error_description: `only ${host} is served` }));
    } else if (/^\/login\/[\w-]+$/.test(request.url)) {
      login(provider, request, response).catch((error) => failed(response, error));
    } else handle(request, response);
  });
}
