import { maskTokens, hasTokenInAddress, splitToken } from './bearer';

describe('a token in an address', () => {
  it.each([
    ['/a?access_token=t', '/a'],
    ['/a?Access_Token=t&b=1', '/a?b=1'],
    ['/a?b=1&access%5Ftoken=t', '/a?b=1'],
    ['/a?%61CCESS_token=t', '/a'],
    ['/a?x=%zz&access_token=t', '/a?x=%zz'],
    ['/a?access_token[]=t', '/a'],
    ['/a?b=1&Access_Token%5B0%5D=t', '/a?b=1'],
    ['/a?q[access_token]=t&+access_token=t', '/a'],
    ['/a?access_token=t&ACCESS_TOKEN=u', '/a'],
  ])('is taken out of %s, however it is written', (url, rest) => {
    expect(hasTokenInAddress(url)).toBe(true);
    expect(splitToken(url)).toEqual({ url: rest, token: 't' });
    expect(maskTokens(`no such address: ${url}`)).not.toMatch(/=[tu]\b/);
  });

  it.each(['/a;access_token=t', '/a;_all;Access%5Ftoken=t;b=1', '/a?b=1;access_token=t'])(
    'is masked behind a semicolon, where it is no credential: %s',
    (url) => {
      expect(hasTokenInAddress(url)).toBe(false);
      expect(maskTokens(url)).toMatch(/^\/a.*;access_token=…/);
      expect(maskTokens(url)).not.toContain('=t');
    },
  );

  it.each(['/a', '/a?b=access_token', '/access_token=t', '/a?my_access_token=t', '/a?access_token2=t'])(
    'reads no token from the address %s',
    (url) => {
      expect(hasTokenInAddress(url)).toBe(false);
      expect(splitToken(url)).toEqual({ url, token: undefined });
      expect(maskTokens(url)).toBe(url);
    },
  );
});
