import { sendAsPage } from '@portolan/service/testing';
import { WebSocket } from 'ws';
import { StreamRig } from './support/stream-rig';

const EVIL = 'https://evil.example';

describe('pages of other sites', () => {
  const rig = StreamRig.use();

  const handshake = (base: string, headers: Record<string, string>): Promise<number> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${base.replace('http', 'ws')}/api/v1/jobstatus/any-1`, { headers });
      socket.once('open', () => resolve(101));
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => undefined);
    });

  it('[V1-ACCESS-1] cannot create a cluster with a form, which would be read as JSON', async () => {
    const url = `${rig.replica.url}/api/v1/jobClusters`;
    const form = { 'content-type': 'text/plain', origin: EVIL, 'sec-fetch-site': 'cross-site' };
    const { status, text } = await sendAsPage(url, form, 'POST', '{"jobDefinition":{}}');
    expect([status, (JSON.parse(text) as { error: string }).error]).toEqual([
      403,
      'pages of this origin may not write: add it to CORS_ORIGINS',
    ]);
    const own = { 'content-type': 'text/plain', origin: rig.replica.url };
    expect((await sendAsPage(url, own, 'POST', '{"jobDefinition":{}}')).status).toBe(400);
  });

  it('[V1-ACCESS-1] open no websocket, whichever headers name their origin', async () => {
    const foreign: Record<string, string>[] = [
      { origin: EVIL },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) expect(await handshake(rig.replica.url, headers)).toBe(403);
    expect(await handshake(rig.replica.url, {})).toBe(101);
  });

  it('[V1-ACCESS-1] do not include those that a trusted proxy serves at its own address', async () => {
    const behind = await rig.startReplica({ TRUSTED_PROXIES: '127.0.0.1' });
    const forwarded = { 'x-forwarded-host': 'ui.example:8443', origin: 'https://ui.example:8443' };
    expect(await handshake(behind.url, forwarded)).toBe(101);
    expect(
      await handshake(behind.url, { forwarded: 'host="ui.example"', origin: 'https://ui.example' }),
    ).toBe(101);
    expect(await handshake(behind.url, { ...forwarded, origin: EVIL })).toBe(403);
    expect(await handshake(rig.replica.url, forwarded)).toBe(403);
    await behind.close();
  });

  it('[V1-ACCESS-2] read and open nothing under their own host name', async () => {
    const { url } = rig.replica;
    const host = 'evil.example';
    expect((await sendAsPage(`${url}/api/v1/jobClusters`, { host })).status).toBe(403);
    expect(await handshake(url, { host, origin: `http://${host}` })).toBe(403);
    expect((await sendAsPage(`${url}/api/v1/jobClusters`, { host: 'localhost' })).status).toBe(200);
  });
});
