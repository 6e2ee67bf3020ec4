import { downloadFailed, shownAddress } from './source';

describe('shownAddress', () => {
  it.each([
    ['https://host/a/b.jar', 'https://host/a/b.jar'],
    ['https://user:pass@host:8443/a', 'https://host:8443/a'],
    ['s3://key:secret@bucket/a', 's3://bucket/a'],
    ['s3n://KEY:SE/CRET@bucket/x', 's3n://bucket/x'],
    ['s3n://KEY:SE#CR/ET@bucket/x', 's3n://bucket/x'],
    ['https://host/a?X-Amz-Signature=secret&b=c', 'https://host/a?***'],
    ['https://host/a?secret', 'https://host/a?***'],
    ['https://host/a?', 'https://host/a'],
    ['https://host/a#secret', 'https://host/a'],
    ['https://host/@scope/a', 'https://host/@scope/a'],
    ['file:///a/b c', 'file:///a/b%20c'],
    // Not addresses, but written like some.
    ['https://user:pass@host:99999/a?secret', 'https://host:99999/a?***'],
    ['a/b', 'a/b'],
  ])('of %s is %s', (url, shown) => {
    expect(shownAddress(url)).toBe(shown);
  });

  it('appears in failures', () => {
    expect(downloadFailed('http://u:p@host/a?s', 'gone', true).message).toBe(
      'could not download http://host/a?***: gone',
    );
  });
});
