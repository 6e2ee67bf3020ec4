import { ConfigurationError, ServiceConfig, loadConfig } from '../index';

const needed = {
  DATABASE_URL: 'mysql://root@127.0.0.1:3306/portolan',
  REDIS_URL: 'redis://127.0.0.1:6379',
  INTERNAL_TOKEN: 'sixteen-letters.',
};

describe('loadConfig', () => {
  it('reads numbers, lists and defaults, and freezes the result', () => {
    const config = loadConfig(ServiceConfig, {
      ...needed,
      PORT: '7101',
      TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1',
    });
    expect(config).toMatchObject({
      PORT: 7101,
      TRUSTED_PROXIES: ['10.0.0.0/8', '127.0.0.1'],
      QUEUE_PREFIX: 'portolan',
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('takes an empty variable for an unset one', () => {
    expect(loadConfig(ServiceConfig, { ...needed, LOG_LEVEL: '' }).LOG_LEVEL).toBe('info');
  });

  it.each([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://x/y' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://root@127.0.0.1/portolan?sslmode=prefer' }],
    ['REDIS_URL', { REDIS_URL: undefined }],
    ['INTERNAL_TOKEN must have at least 16 characters', { INTERNAL_TOKEN: 'fifteen-letters' }],
    ['HEALTH_TIMEOUT_MS', { HEALTH_TIMEOUT_MS: '0' }],
  ])('names %s in one line when it is invalid', (name, wrong) => {
    const attempt = () => loadConfig(ServiceConfig, { ...needed, ...wrong });
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow(new RegExp(`^invalid configuration: [^\\n]*${name}[^\\n]*$`));
  });

  it('never shows a secret that it refuses', () => {
    expect(() => loadConfig(ServiceConfig, { ...needed, INTERNAL_TOKEN: 'hush' })).not.toThrow(/hush/);
  });
});
