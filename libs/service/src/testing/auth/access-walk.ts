import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { AccessControl } from '../../auth/access-control';
import { OwnTokens } from '../../auth/own/own-tokens';
import type { ServiceConfig } from '../../config/service-config';
import type { ServiceDefinition } from '../../create-service';
import { TestAuthority, tlsSettings, type TestCertificate } from './test-certificates';
import { crossSiteProblems } from './cross-site-walk';
import { handshake, type Tls } from './handshake';
import { TestIssuer } from './test-issuer';
import { TEST_INTERNAL_TOKEN, startTestService, type TestService } from '../test-service';

/** Callers of a route, in the words of a test's table. `launch`: also a process of the job; `master`: its job master. */
export type Expected =
  | 'open'
  | 'reader'
  | 'reader, launch'
  | 'submitter'
  | 'submitter, master'
  | 'admin'
  | 'admin, launch'
  | 'internal';

/** A credential: its rights and the way it is sent. */
interface Credential {
  name: string;
  /** Its rights: roles, or its kind. `nobody`: invalid (401); `known`: valid, without a role (403). */
  is:
    'nobody' | 'known' | 'reader' | 'submitter' | 'admin' | 'launch' | 'master' | 'other launch' | 'internal';
  token?: string;
  agent: Agent;
  tls: Tls;
}

/** The job whose processes call. */
const OWN_JOB = 'own-1';
const PARALLEL = 8;

/** A service with its own TLS port and an issuer, to walk all of its routes with all credentials. */
export interface GuardedService {
  service: TestService;
  issuer: TestIssuer;
  /** Tries every route × every credential, and every write as a page of another site. @returns deviations from the table, one line each */
  walk(table: Readonly<Record<string, Expected>>): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts the service. @param env beyond the settings of authentication */
export async function startGuarded<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  env: Record<string, string> = {},
): Promise<GuardedService> {
  const [issuer, authority] = await Promise.all([TestIssuer.start(), TestAuthority.create()]);
  const tls = await tlsSettings(authority);
  const service = await startTestService(definition, {
    env: {
      AUTH_MODE: 'oauth2,x509',
      AUTH_X509_ROLES: 'OU=readers=reader,OU=submitters=submitter,OU=admins=admin',
      AUDIT_LOG_FILE: '/dev/null',
      ...issuer.settings,
      ...tls.settings,
      ...env,
    },
  });
  const credentials = await allCredentials(issuer, authority);
  return {
    service,
    issuer,
    walk: (table) => walk(service, credentials, table),
    stop: async () => {
      await Promise.all(credentials.map(({ agent }) => agent.destroy()));
      await Promise.all([service.stop(), issuer.stop()]);
      tls.remove();
    },
  };
}

async function allCredentials(issuer: TestIssuer, authority: TestAuthority): Promise<Credential[]> {
  const tls = { ca: authority.cert };
  const agent = agentOf(tls);
  const own = new OwnTokens(TEST_INTERNAL_TOKEN);
  const stranger = await TestAuthority.create('CN=Another authority');
  const roles = ['admin'];
  const worker = { jobId: OWN_JOB, workerNumber: 1, isMaster: false };
  const valid = await issuer.token({ roles });
  const tokens: [string, Credential['is'], string | undefined][] = [
    ['nothing', 'nobody', undefined],
    ['an expired token', 'nobody', await issuer.token({ roles, expiresIn: -60 })],
    ['a token for another audience', 'nobody', await issuer.token({ roles, audience: 'others' })],
    ['a token of another issuer', 'nobody', await issuer.token({ roles, issuer: 'https://others.example' })],
    ['a token without signature', 'nobody', await issuer.unsecuredToken({ roles })],
    ['a token signed with the public key', 'nobody', await issuer.confusedToken({ roles })],
    ['a token of an unknown key', 'nobody', await issuer.foreignToken({ roles })],
    ['a token with another signature', 'nobody', `${valid.slice(0, -4)}AAAA`],
    ['no token at all', 'nobody', 'nonsense'],
    ['a service token of another secret', 'nobody', new OwnTokens('another-secret-of-tests').forService('x')],
    [
      'a launch token of another secret',
      'nobody',
      new OwnTokens('another-secret-of-tests').forLaunch(worker),
    ],
    ['a token without a role', 'known', await issuer.token({})],
    ['a token with an unknown role', 'known', await issuer.token({ roles: ['root', 'Admin'] })],
    ['a reader', 'reader', await issuer.token({ roles: ['reader'] })],
    ['a submitter', 'submitter', await issuer.token({ subject: 'alice', roles: ['submitter'] })],
    ['another submitter', 'submitter', await issuer.token({ subject: 'bob', roles: ['submitter'] })],
    ['an admin', 'admin', valid],
    ['a service', 'reader', own.forService('history-query')],
    ['a worker of the job', 'launch', own.forLaunch(worker)],
    ['the master of the job', 'master', own.forLaunch({ ...worker, isMaster: true })],
    ['the master of another job', 'other launch', own.forLaunch({ ...worker, jobId: 'x-1', isMaster: true })],
    ['the internal token', 'internal', TEST_INTERNAL_TOKEN],
  ];
  const certificates: [string, Credential['is'], TestCertificate][] = [
    ['a certificate of a reader', 'reader', await authority.client('CN=carol,OU=readers')],
    ['a certificate of a submitter', 'submitter', await authority.client('CN=carol,OU=submitters')],
    ['a certificate of an admin', 'admin', await authority.client('CN=carol,OU=admins')],
    ['a certificate without a role', 'known', await authority.client('CN=carol,OU=guests')],
    ['a certificate of another authority', 'nobody', await stranger.client('CN=carol,OU=admins')],
    ['a certificate that is over', 'nobody', await authority.client('CN=carol,OU=admins', { over: true })],
  ];
  return [
    ...tokens.map(([name, is, token]) => ({
      name,
      is,
      agent,
      tls,
      ...(token === undefined ? {} : { token }),
    })),
    ...certificates.map(([name, is, certificate]) => {
      const shown = { ...tls, ...certificate };
      return { name, is, agent: agentOf(shown), tls: shown };
    }),
  ];
}

const agentOf = (tls: Tls): Agent => new Agent({ connect: { ...tls }, connections: PARALLEL });

async function walk(
  service: TestService,
  credentials: readonly Credential[],
  table: Readonly<Record<string, Expected>>,
): Promise<string[]> {
  const problems: string[] = [];
  const routes = service.app.get(AccessControl).routes.filter(({ method }) => method !== 'OPTIONS');
  const known = new Set(routes.map(({ method, url }) => `${method} ${url}`));
  problems.push(
    ...Object.keys(table)
      .filter((name) => !known.has(name))
      .map((name) => `${name}: no such route`),
  );
  const calls = routes.flatMap(({ method, url }) => {
    const expected = table[`${method} ${url}`] ?? defaultOf(method, url, table);
    if (expected !== undefined) {
      return credentials.map((credential) => ({ method, url, expected, credential }));
    }
    problems.push(`${method} ${url}: has no rule in the table`);
    return [];
  });
  problems.push(...(await documentProblems(service, table)));
  const [nobody] = credentials;
  if (nobody) {
    problems.push(
      ...(await crossSiteProblems(routes, (method, url, headers) =>
        settled(() => ask(service.url, method, url, nobody, headers)),
      )),
    );
  }
  const worker = async (): Promise<void> => {
    for (let call = calls.shift(); call; call = calls.shift()) {
      const { method, url, expected, credential } = call;
      const wanted = verdict(expected, url, credential.is);
      // Routes that stop nodes are tried with valid credentials in other tests.
      if (expected === 'internal' && wanted === 'passes' && method !== 'GET' && method !== 'HEAD') continue;
      const given = await settled(() => ask(service.url, method, url, credential));
      if (given !== wanted)
        problems.push(`${method} ${url} with ${credential.name}: ${given}, not ${wanted}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return problems.sort();
}

/** Checks that the OpenAPI document declares the access of each route as the table does. */
async function documentProblems(
  { app }: TestService,
  table: Readonly<Record<string, Expected>>,
): Promise<string[]> {
  const { body } = await app.inject({ url: '/openapi.json' });
  const { paths } = JSON.parse(body) as {
    paths: Record<
      string,
      Record<string, { security: object[]; responses: Record<string, { description: string }> }>
    >;
  };
  const silent = app
    .get(AccessControl)
    .routes.filter(({ method }) => method === 'WEBSOCKET')
    .filter(({ url }) => !paths[url.replace(/:(\w+)/g, '{$1}')]?.get?.responses['101'])
    .map(({ url }) => `WEBSOCKET ${url}: the document does not have it`);
  const untrue = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { security, responses }]) => {
      const name = `${method.toUpperCase()} ${path.replace(/\{path\}/g, '*').replace(/\{(\w+)\}/g, ':$1')}`;
      const expected =
        ruleOf(name, table) ?? table[name.replace('GET', 'WEBSOCKET')] ?? defaultOf(method, path, table);
      const [needed = ''] = expected?.split(', ') ?? [];
      const isSaid =
        needed === 'open'
          ? security.length === 0 && !responses['401'] && !responses['403']
          : security.length > 0 &&
            responses['401'] &&
            responses['403']?.description.includes(`\`${needed}\``);
      return isSaid ? [] : [`${name}: the document does not say that it is for ${needed || 'nobody'}`];
    }),
  );
  return [...silent, ...untrue];
}

/** Returns the rule of a documented address: its own, or that of the wildcard route that serves it. */
function ruleOf(name: string, table: Readonly<Record<string, Expected>>): Expected | undefined {
  const serves = (route: string): boolean => route.endsWith('*') && name.startsWith(route.slice(0, -1));
  return table[name] ?? Object.entries(table).find(([route]) => serves(route))?.[1];
}

/** Routes without an entry in the table: the platform's own addresses, and HEAD, which has the rule of GET. */
function defaultOf(
  method: string,
  url: string,
  table: Readonly<Record<string, Expected>>,
): Expected | undefined {
  if (/^\/(?:health|metrics|(?:api\/v\d\/)?(?:docs|openapi))(?=[/.]|$)/.test(url)) return 'open';
  if (url.startsWith('/internal/')) return 'internal';
  return method === 'HEAD' ? table[`GET ${url}`] : undefined;
}

type Verdict = 'passes' | 'unavailable' | '401' | '403';
const LEVELS = ['reader', 'submitter', 'admin'];

function verdict(expected: Expected, url: string, is: Credential['is']): Verdict {
  if (expected === 'open') return 'passes';
  if (expected === 'internal') return is === 'internal' ? 'passes' : '401';
  if (is === 'nobody' || is === 'internal') return '401';
  const [needed = '', launch] = expected.split(', ');
  const isOwn = (is === 'launch' && launch === 'launch') || (is === 'master' && launch !== undefined);
  // For an address without a job, the handler checks the job of the body.
  const isAny = is === 'other launch' && launch === 'launch' && !url.includes(':jobId');
  if (isOwn || isAny) return 'passes';
  return LEVELS.indexOf(is) >= LEVELS.indexOf(needed) ? 'passes' : '403';
}

/** How often a busy service is asked, which answers 503 when the keys of its issuer do not come in time. */
const TRIES = 3;
const PAUSE_MS = 500;

/** Asks again while the service is unavailable: such an answer tells nothing about access. */
async function settled(ask: () => Promise<Verdict>): Promise<Verdict> {
  let verdict = await ask();
  for (let left = TRIES - 1; left > 0 && verdict === 'unavailable'; left -= 1) {
    await delay(PAUSE_MS);
    verdict = await ask();
  }
  return verdict === 'unavailable' ? 'passes' : verdict;
}

async function ask(
  base: string,
  method: string,
  url: string,
  credential: Credential,
  headers: Record<string, string> = {},
): Promise<Verdict> {
  const path = url.replace(/:jobId\b/g, OWN_JOB).replace(/:\w+|\*/g, 'x');
  const shown: Record<string, string> = {
    ...headers,
    ...(credential.token === undefined ? {} : { authorization: `Bearer ${credential.token}` }),
  };
  if (method === 'WEBSOCKET') {
    const answer = await handshake(`${base}${path}`, credential.tls, shown);
    return verdictOf(answer.statusCode ?? 0, answer.headers);
  }
  const answer = await request(`${base}${path}`, {
    method: method as 'GET',
    dispatcher: credential.agent,
    // Otherwise each HEAD ends its connection, and the next one begins with a handshake.
    reset: false,
    headers: shown,
  });
  const { body } = answer;
  if (String(answer.headers['content-type']).startsWith('text/event-stream'))
    body.on('error', () => undefined).destroy();
  else await body.dump();
  return verdictOf(answer.statusCode, answer.headers);
}

function verdictOf(statusCode: number, headers: Readonly<Record<string, unknown>>): Verdict {
  if (statusCode === 401 && headers['www-authenticate'] === undefined)
    return '401 without a challenge' as Verdict;
  if (statusCode === 503) return 'unavailable';
  return statusCode === 401 || statusCode === 403 ? (String(statusCode) as Verdict) : 'passes';
}
