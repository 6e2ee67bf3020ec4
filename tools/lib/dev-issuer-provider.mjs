/** The development issuer: oidc-provider with two public clients, and a login without a password. Loopback only. */
import { createServer } from 'node:http';
import Provider, { interactionPolicy } from 'oidc-provider';
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js';
import { ALGORITHM, AUDIENCE, ROLES, TOKEN_TTL_S } from './dev-issuer.mjs';
import { LOOPBACK } from './settings.mjs';

/** The resource indicator of tokens; the audience in the token is a plain word. */
const RESOURCE = 'urn:portolan';
const SCOPE = 'openid';
const LOGIN_TTL_S = 600;
const MAX_BODY_BYTES = 4096;
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const CLIENTS = [
  { client_id: 'portolan-cli', grant_types: [DEVICE_GRANT], response_types: [], redirect_uris: [] },
  {
    client_id: 'portolan-console',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: [`http://${LOOPBACK}/`],
  },
].map((client) => ({ ...client, application_type: 'native', token_endpoint_auth_method: 'none' }));

/** Logins end with the process; only keys are persistent. A subclass, because the provider warns about its own class. */
class Memory extends MemoryAdapter {}

function isLoopback(address) {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, hash } = new URL(address);
  return protocol === 'http:' && hostname === LOOPBACK && username === '' && hash === '';
}

/** Prompts for the role at every login, so that it can be changed, and never for consent. */
function loginPolicy() {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  policy.remove('consent');
  const check = (ctx) => (ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT);
  policy.get('login').checks.add(new Check('role', 'a role must be picked', check));
  return policy;
}

async function grantAll(ctx) {
  const { provider, client, session } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
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

async function readRole(request) {
  let form = '';
  for await (const part of request.setEncoding('utf8')) {
    form += part;
    if (form.length > MAX_BODY_BYTES) return null;
  }
  return new URLSearchParams(form).get('role');
}

function answer(response, status, html) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(html);
}

async function login(provider, request, response) {
  const { params } = await provider.interactionDetails(request, response);
  if (request.method === 'GET') return answer(response, 200, loginPage(params.client_id));
  const role = await readRole(request);
  if (!ROLES.includes(role)) return fail(response, 400, 'role', `one of ${ROLES.join(', ')}`);
  return provider.interactionFinished(request, response, { login: { accountId: role, remember: false } });
}

function fail(response, status, error, description) {
  if (response.headersSent) return response.destroy();
  return answer(response, status, errorPage({ error, error_description: description }));
}

/**
 * Makes the issuer's HTTP server. Refuses a request with another Host than `issuer` with 421: no site reaches the issuer by a
 * name that resolves to this machine.
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
      fail(response, 421, 'host', `only ${host} is served`);
    } else if (/^\/login\/[\w-]+$/.test(request.url)) {
      login(provider, request, response).catch((error) =>
        fail(response, error.statusCode ?? 500, error.error ?? 'error', error.message),
      );
    } else handle(request, response);
  });
}

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text) => String(text).replace(/[&<>"']/g, (character) => ESCAPES[character]);

const page = (title, body) => `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Development issuer</title>
<style>body{font:16px sans-serif;max-width:36em;margin:3em auto;padding:0 1em}
.warning{background:#b00020;color:#fff;padding:.6em 1em}button,input{font:inherit;padding:.4em 1em;margin:.2em}</style></head>
<body><p class="warning">Development issuer: not for production. Whoever reaches it may be anybody.</p>
<h1>${escaped(title)}</h1>
${body}
</body></html>
`;

const loginPage = (client) =>
  page(
    'Development issuer: pick a role',
    `<p>${escaped(client)} asks who you are.</p>
<form method="post">${ROLES.map((role) => `<button name="role" value="${role}">${role}</button>`).join('\n')}</form>`,
  );

const codePage = (form, wrong) =>
  page(
    'Enter the code that your device shows',
    `${wrong ? '<p>This code is unknown or has expired.</p>' : ''}${form}<button type="submit" form="op.deviceInputForm">Continue</button>`,
  );

const confirmPage = (form, client, code) =>
  page(
    'Is this the code that your device shows?',
    `<p>${escaped(client)}: <strong>${escaped(code)}</strong></p>${form}<button type="submit" form="op.deviceConfirmForm">Continue</button>
<button type="submit" form="op.deviceConfirmForm" value="yes" name="abort">Abort</button>`,
  );

const donePage = () => page('Done', '<p>Your device has a token now. You may close this page.</p>');

const errorPage = ({ error, error_description: description }) =>
  page('That did not work', `<p>${escaped(error)}: ${escaped(description ?? '')}</p>`);
