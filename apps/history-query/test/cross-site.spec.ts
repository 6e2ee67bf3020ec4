import { sendAsPage } from '@portolan/service/testing';
import { CrawledCollection } from './support/crawled-collection';
import { HistoryClient } from './support/history-client';

const COLLECTION = 'cloud/addresses';

describe('pages of other sites', () => {
  let history: HistoryClient;
  beforeAll(async () => {
    history = await HistoryClient.start({ env: { CORS_ORIGINS: 'https://ui.example.org' } });
  });
  afterAll(() => history.service.stop());

  const send = (path: string, headers: Record<string, string>, { service } = history) =>
    sendAsPage(`${service.url}/api/v2/${path}`, headers);
  const code = (text: string): unknown => (JSON.parse(text) as { code?: unknown }).code;

  it('[V2-ACCESS-3] get no script, however its name is written', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' },
    ];
    for (const headers of foreign) {
      for (const name of ['_callback', '%5Fcallback', '_call%62ack']) {
        const { status, text } = await send(`${COLLECTION};${name}=show`, headers);
        expect([name, status]).toEqual([name, expect.any(Number)]);
        expect(text).not.toMatch(/^show\(/);
      }
      const { status, text } = await send(`${COLLECTION};_callback=show`, headers);
      expect([status, code(text)]).toEqual([403, 403]);
    }
    expect((await send(`${COLLECTION};_callback=show`, { origin: 'https://ui.example.org' })).status).toBe(
      200,
    );
    expect((await send(`${COLLECTION};_callback=show`, {})).status).toBe(200);
  });

  it('[V2-ACCESS-3] get none from a service with JSONP off, the default with authentication', async () => {
    const { database, queuePrefix } = history.service;
    const auth = {
      AUTH_MODE: 'x509',
      AUTH_X509_HEADER: 'subject',
      AUTH_X509_ROLES: '*=reader',
      TRUSTED_PROXIES: '127.0.0.1',
    };
    for (const [env, expected] of [
      [{ JSONP: 'off' }, 400],
      [auth, 400],
      [{ ...auth, JSONP: 'on' }, 200],
    ] as const) {
      const client = await HistoryClient.start({
        env: { ROLES: 'api', AUDIT_LOG_FILE: '/dev/null', ...env },
        database,
        queuePrefix,
      });
      const reader = { subject: 'CN=ann', 'ssl-client-verify': 'SUCCESS' };
      const { status, text } = await send(`${COLLECTION};_callback=show`, reader, client);
      expect([env, status]).toEqual([env, expected]);
      if (expected === 400) expect(text).toContain('JSONP is off');
      await client.service.close();
    }
  });

  it('[V2-ACCESS-2] read nothing under their own host name, also where documents are answered early', async () => {
    const early = await HistoryClient.start();
    await new CrawledCollection(early, COLLECTION).crawl({ a: { v: 1 } }, 1000);
    for (const path of [COLLECTION, `${COLLECTION}/a`, `${COLLECTION}/a;_all`, 'status']) {
      expect([path, (await send(path, { host: 'evil.example' }, early)).status]).toEqual([path, 403]);
      expect([path, (await send(path, { host: 'localhost:7102' }, early)).status]).toEqual([path, 200]);
    }
    await early.service.stop();
  });
});
