import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it('reads the value of a variable from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portolan-config-'));
    const file = join(folder, 'token');
    writeFileSync(file, 'token-from-a-file-16\n');
    try {
      const { INTERNAL_TOKEN, ...rest } = needed;
      const config = loadConfig(ServiceConfig, { ...rest, INTERNAL_TOKEN_FILE: file });
      expect(config.INTERNAL_TOKEN).toBe('token-from-a-file-16');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('treats an empty variable as unset', () => {
    expect(loadConfig(ServiceConfig, { ...needed, LOG_LEVEL: '' }).LOG_LEVEL).toBe('info');
  });

  it.each([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://x/y' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://root@127.0.0.1/portolan?sslmode=prefer' }],
    ['REDIS_URL', { REDIS_URL: undefined }],
    ['REDIS_URL', { REDIS_URL: 'redis+sentinel://one,two' }],
    ['DATABASE_PASSWORD_FILE', { DATABASE_PASSWORD_FILE: '/nowhere/at/all' }],
    ['DATABASE_URL_FILE', { DATABASE_URL_FILE: '/etc/hostname' }],
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
