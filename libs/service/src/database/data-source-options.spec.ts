import { dataSourceOptions } from './data-source-options';

const options = (query: string): object => dataSourceOptions({ url: `mysql://u@h/d${query}` });

describe('dataSourceOptions', () => {
  it.each(['?ssl=true', '?ssl=1', '?sslmode=required', '?ssl=true&sslmode=required'])(
    'connects with %s over TLS and verifies the certificate',
    (query) => {
      expect(options(query)).toMatchObject({ ssl: { rejectUnauthorized: true, verifyIdentity: true } });
    },
  );

  it.each(['', '?ssl=false', '?ssl=0', '?sslmode=disabled', '?charset=utf8'])(
    'connects with "%s" without TLS',
    (query) => {
      expect(options(query)).toMatchObject({ ssl: undefined });
    },
  );

  it.each([
    '?ssl=yes',
    '?ssl=',
    '?ssl=toString',
    '?sslmode=REQUIRED',
    '?sslmode=verify-full',
    '?ssl=false&sslmode=required',
    '?ssl=true&ssl=false',
  ])('refuses %s in one line', (query) => {
    expect(() => options(query)).toThrow(/^DATABASE_URL must have ssl=true, [^\n]*$/);
  });

  it('does not go without TLS when certificates are given', () => {
    expect(() => dataSourceOptions({ url: 'mysql://u@h/d', ca: 'CA' })).toThrow(/ssl=true/);
  });

  it('accepts a separate password', () => {
    expect(dataSourceOptions({ url: 'mysql://u:old@h/d', password: 'new' })).toMatchObject({
      password: 'new',
    });
  });
});
