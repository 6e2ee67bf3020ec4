import { randomUUID } from 'node:crypto';
import { Signals, redisOptions } from '../src/index';
import { pass, until } from './until';

const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:16379';

describe('Signals', () => {
  it('reach the other replicas that listen to the channel, and only those', async () => {
    const prefix = `test:${randomUUID()}`;
    const [one, two] = [0, 1].map(
      () => new Signals({ redis: REDIS_URL, prefix, onError: () => undefined }),
    ) as [Signals, Signals];
    const got: string[] = [];
    const listening = two.on('jobs').subscribe((payload) => got.push(payload));
    two.on('other').subscribe(() => got.push('wrong'));
    try {
      await until('heard', async () => {
        await one.ping().catch(() => undefined);
        one.send('jobs', 'x');
        return got.length > 0;
      });
      listening.unsubscribe();
      await pass(50);
      const count = got.length;
      one.send('jobs', 'y');
      await pass(100);
      expect(got).toHaveLength(count);
      expect(new Set(got)).toEqual(new Set(['x']));
    } finally {
      one.close();
      two.close();
    }
  });
});

describe('redisOptions', () => {
  it('reads user, password, database and TLS', () => {
    expect(redisOptions('rediss://me:p%40ss@cache:6380/3')).toMatchObject({
      host: 'cache',
      port: 6380,
      username: 'me',
      password: 'p@ss',
      db: 3,
      tls: {},
    });
  });

  it.each(['http://x', 'redis://x/abc'])('refuses %s', (url) => {
    expect(() => redisOptions(url)).toThrow();
  });
});
