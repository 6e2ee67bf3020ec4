import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { createConsoleServer } from '../server/console-server';
import { readSettings } from '../server/settings';

const settings = readSettings({ JOBS_URL: 'http://127.0.0.1:7103', HISTORY_URL: '/' });
let folder: string;
let server: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Portolan</title>');
  writeFileSync(join(folder, 'assets', 'main-abc.js'), 'plain');
  writeFileSync(join(folder, 'assets', 'main-abc.js.gz'), 'compressed');
  server = await createConsoleServer(settings, folder);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const html = { accept: 'text/html' };

it.each([
  ...['/', '/jobs', '/jobs/a%2Fb', '/explorer/view/instances/i-0db000001'],
  // The id of what is shown has a dot.
  ...['/jobs/sweep.3', '/explorer/cloud/addresses/203.0.113.10', '/registry/commands/spark.js'],
])('[CONSOLE-SERVE-1] answers the screen %s with the page', async (url) => {
  const answer = await server.inject({ url, headers: html });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.headers['cache-control']).toBe('no-cache');
});

it.each(['/', '/jobs', '/config.json', '/health/live', '/assets/main-abc.js', '/assets/absent.js'])(
  '[CONSOLE-SERVE-1] answers HEAD of %s as GET',
  async (url) => {
    const [get, head] = [
      await server.inject({ method: 'GET', url, headers: html }),
      await server.inject({ method: 'HEAD', url, headers: html }),
    ];
    // The injected answer to HEAD has the body that a connection would not carry.
    const partsOf = ({ statusCode, headers }: LightMyRequestResponse): unknown[] => [
      statusCode,
      { ...headers, date: undefined },
    ];
    expect(partsOf(head)).toEqual(partsOf(get));
  },
);

it.each(['/assets/absent.js', '/../../passwd.txt', '/favicon.ico'])(
  '[CONSOLE-SERVE-1] does not answer the missing file %s with the page',
  async (url) => expect((await server.inject({ url, headers: html })).statusCode).toBe(404),
);

it('[CONSOLE-SERVE-1] lets browsers keep assets, whose names change with their content', async () => {
  const answer = await server.inject('/assets/main-abc.js');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

it.each([
  ['gzip', 'compressed', 'gzip'],
  ['identity', 'plain', undefined],
])(
  '[CONSOLE-SPEED-1] to a browser that accepts %s it sends a script %s',
  async (accepted, body, encoding) => {
    const answer = await server.inject({
      url: '/assets/main-abc.js',
      headers: { 'accept-encoding': accepted },
    });
    expect([answer.body, answer.headers['content-encoding']]).toEqual([body, encoding]);
    expect(answer.headers['content-type']).toContain('/javascript');
    expect(answer.headers['cache-control']).toContain('immutable');
  },
);

it('[CONSOLE-SERVE-2] tells the page where the services are', async () => {
  const answer = await server.inject('/config.json');
  const services = { jobs: 'http://127.0.0.1:7103', history: '' };
  expect(answer.json()).toEqual({ services, subjectClaim: 'sub', login: null });
});

it('[CONSOLE-LOGIN-2] tells the page which claim has the name of a user', () =>
  expect(readSettings({ JOBS_URL: '/', AUTH_SUBJECT_CLAIM: 'email' }).subjectClaim).toBe('email'));

it('[CONSOLE-SAFE-1] allows scripts of its own origin only, and connections to its services', async () => {
  const policy = String(
    (await server.inject({ url: '/', headers: html })).headers['content-security-policy'],
  );
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:7103;");
  expect(policy).toContain("frame-ancestors 'none'");
});

it.each([
  [{}, 'JOBS_URL, HISTORY_URL or STREAMS_URL is required'],
  [{ JOBS_URL: 'jobs.example.org' }, 'JOBS_URL must be an http or https address'],
  [{ JOBS_URL: 'https://jobs.example.org/api' }, 'JOBS_URL must be an origin'],
  [{ JOBS_URL: '/', PORT: '70000' }, 'PORT must be a port'],
  [{ JOBS_URL: '/', LOGIN_ISSUER: 'issuer' }, 'LOGIN_ISSUER must be an http or https address'],
])('[CONSOLE-SERVE-3] refuses the settings %j', (variables, message) =>
  expect(() => readSettings(variables)).toThrow(message),
);

it('[CONSOLE-SERVE-3] does not start without the built page', async () => {
  await expect(createConsoleServer(settings, join(folder, 'nowhere'))).rejects.toThrow('has not been built');
});
