import { parseRedisUrl, redisOptions } from './redis-connection';

describe('parseRedisUrl', () => {
  it('reads a single server with user, password and database', () => {
    expect(parseRedisUrl('rediss://me:p%40s:s@cache.example:6380/3')).toEqual({
      hosts: [{ host: 'cache.example', port: 6380 }],
      master: undefined,
      tls: true,
      username: 'me',
      password: 'p@s:s',
      db: 3,
    });
  });

  it('reads sentinels, the name of their master and the database', () => {
    expect(parseRedisUrl('redis+sentinel://:secret@one:26379,two,[::1]:5/my-master?db=2')).toEqual({
      hosts: [
        { host: 'one', port: 26_379 },
        { host: 'two', port: 26_379 },
        { host: '::1', port: 5 },
      ],
      master: 'my-master',
      tls: false,
      username: undefined,
      password: 'secret',
      db: 2,
    });
  });

  it.each([
    'http://h',
    'redis://',
    'redis://h/db',
    'redis://a,b',
    'redis://h:99999',
    'redis+sentinel://h',
    'redis+sentinel://h/',
    'redis+sentinel://h,/m',
    'redis+sentinel://h/m?db=x',
    'redis://u:%zz@h',
  ])('refuses %s in one line that does not show it', (url) => {
    expect(() => parseRedisUrl(url)).toThrow(/^must be redis:\/\/[^\n]*$/);
  });
});

describe('redisOptions', () => {
  it('trusts the authority that is named, for servers and sentinels alike', () => {
    const target = {
      url: 'rediss+sentinel://s/m',
      ca: 'CA',
      cert: 'CERT',
      key: 'KEY',
      sentinelPassword: 'sp',
    };
    const tls = { ca: 'CA', cert: 'CERT', key: 'KEY' };
    expect(redisOptions(target)).toMatchObject({
      sentinels: [{ host: 's', port: 26_379 }],
      name: 'm',
      tls,
      sentinelTLS: tls,
      enableTLSForSentinelMode: true,
      sentinelPassword: 'sp',
    });
  });

  it('accepts a separate password', () => {
    expect(redisOptions({ url: 'redis://u:old@h', password: 'new' })).toMatchObject({ password: 'new' });
  });

  it('does not go without TLS when certificates are given', () => {
    expect(() => redisOptions({ url: 'redis://h', ca: 'CA' })).toThrow(/rediss/);
  });
});
