import { databaseTarget, loadConfig, redisTarget } from './load-config';
import { ServiceConfig } from './service-config';

const config = (more: Record<string, string>): Readonly<ServiceConfig> =>
  loadConfig(ServiceConfig, {
    DATABASE_URL: 'mysql://u@h/d?ssl=true',
    REDIS_URL: 'rediss://h',
    INTERNAL_TOKEN: 'sixteen-letters.',
    ...more,
  });

describe('targets', () => {
  it('include separate passwords and the contents of files', () => {
    const given = config({ DATABASE_PASSWORD: 'p', REDIS_PASSWORD: 'q', REDIS_CA_FILE: __filename });
    expect(databaseTarget(given)).toEqual({ url: 'mysql://u@h/d?ssl=true', password: 'p' });
    expect(redisTarget(given)).toMatchObject({ url: 'rediss://h', password: 'q' });
    expect(redisTarget(given).ca).toContain('carry passwords of their own');
  });

  it.each<Record<string, string>>([{ DATABASE_CA_FILE: '/nowhere/ca.pem' }, { REDIS_CERT_FILE: __filename }])(
    'name the invalid variable of %j',
    (wrong) => {
      const [name = ''] = Object.keys(wrong);
      expect(() => [databaseTarget(config(wrong)), redisTarget(config(wrong))]).toThrow(new RegExp(name));
    },
  );
});
