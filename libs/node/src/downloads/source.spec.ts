import { downloadFailed, shownAddress } from './source';

describe('shownAddress', () => {
  it.each([
    ['https://host/a/b.jar', 'https://host/a/b.jar'],
    ['https://user:pass@host:8443/a', 'https://***@host:8443/a'],
    ['s3n://KEY:SE/CRET@bucket/x', 's3n://***@bucket/x'],
    ['https://host/a?X-Amz-Signature=secret&b=c', 'https://host/a?***'],
    ['https://host/a#secret', 'https://host/a'],
    ['file:///a/b@c', 'file:///a/b@c'],
  ])('shows the address %s as %s', (url, shown) => {
    expect(shownAddress(url)).toBe(shown);
  });

  it('shows only the safe part of an address in a failure', () => {
    expect(downloadFailed('http://u:p@host/a?s', 'gone', true).message).toBe(
      'could not download http://***@host/a?***: gone',
    );
  });

  it.each([
    [
      'https://user:12/34@host/a',
      'getaddrinfo ENOTFOUND user',
      'https://***@host/a: getaddrinfo ENOTFOUND ***',
    ],
    ['https://TOK/EN@host/a', 'getaddrinfo ENOTFOUND tok', 'https://***@host/a: getaddrinfo ENOTFOUND ***'],
    ['https://HOST/a', 'getaddrinfo ENOTFOUND host', 'https://HOST/a: getaddrinfo ENOTFOUND host'],
  ])('covers a host that was part of a secret: %s', (url, reason, shown) => {
    expect(downloadFailed(url, reason, true).message).toBe(`could not download ${shown}`);
  });
});
