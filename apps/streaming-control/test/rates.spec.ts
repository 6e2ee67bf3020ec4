import { streamingControl } from '../src/service-definition';
import {
  createTestDatabase,
  eventually,
  startTestService,
  testQueuePrefix,
  type TestDatabase,
  type TestService,
} from '@portolan/service/testing';
import { TestIssuer } from '@portolan/service/testing/auth';
import { WebSocket } from 'ws';

describe('the rate of a client with a token', () => {
  let issuer: TestIssuer;
  let database: TestDatabase;
  let replicas: TestService[];

  beforeAll(async () => {
    issuer = await TestIssuer.start();
    database = await createTestDatabase(streamingControl.migrations);
    const shared = { database, queuePrefix: testQueuePrefix() };
    const env = {
      ROLES: 'api',
      AUTH_MODE: 'oauth2',
      ...issuer.settings,
      AUDIT_LOG_FILE: '/dev/null',
      RATE_LIMIT_READS_PER_MINUTE: '2',
      RATE_LIMIT_REDIS_TIMEOUT_MS: '3000',
    };
    replicas = await Promise.all([0, 1].map(() => startTestService(streamingControl, { ...shared, env })));
    for (const replica of [0, 1]) {
      const warm = await tokenOf(`warm-${replica}`);
      await eventually('rates are judged', async () => (await read(replica, warm)) === 429);
    }
  });
  afterAll(async () => {
    await Promise.all(replicas.map((one) => one.close()));
    await database.drop();
    await issuer.stop();
  });

  const tokenOf = (subject: string): Promise<string> => issuer.token({ subject, roles: ['reader'] });
  const urlOf = (replica: number): string => replicas[replica]?.url ?? '';
  const read = async (replica: number, token: string): Promise<number> =>
    (await fetch(`${urlOf(replica)}/api/v1/jobs?access_token=${token}`)).status;
  /** The status of the handshake, and the time to wait, if any. */
  const open = (replica: number, token: string): Promise<[number, string?]> =>
    new Promise((resolve) => {
      const path = `api/v1/jobStatusStream/flow-1?access_token=${token}`;
      const socket = new WebSocket(`${urlOf(replica).replace('http', 'ws')}/${path}`);
      socket.on('error', () => undefined);
      socket.on('open', () => {
        socket.terminate();
        resolve([101]);
      });
      socket.on('unexpected-response', (_request, response) => {
        response.resume();
        resolve([response.statusCode ?? 0, String(response.headers['retry-after'])]);
      });
    });

  it('is that of its subject, over all replicas, with every token of it; websockets count as reads', async () => {
    const [alice, again, bob] = [await tokenOf('alice'), await tokenOf('alice'), await tokenOf('bob')];
    expect([await read(0, alice), await open(1, again)]).toEqual([200, [101]]);
    expect(await open(0, alice)).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect([await read(1, again), await read(1, bob), await open(0, bob)]).toEqual([429, 200, [101]]);
    expect((await open(1, bob))[0]).toBe(429);
  });
});
