import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { ContentCoding, codingFor, encoder } from './content-coding';

describe('content codings', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate, zstd', undefined],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip ; q=0.1', 'gzip'],
    ['gzip;q=0, br;q=0.000', undefined],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0', undefined],
    ['gzip;q=nonsense', undefined],
    [',;,;q=1', undefined],
  ])('[V2-OPS-6] of %p is %p', (header, coding) => {
    expect(codingFor(header)).toBe(coding);
  });

  it('are chosen in linear time from any header', () => {
    expect(codingFor(`gzip${' '.repeat(1 << 20)};x`)).toBeUndefined();
  });

  it('[V2-OPS-6] decode to the original', async () => {
    const body = JSON.stringify(Array.from({ length: 1000 }, (_, index) => ({ index, name: 'ü' })));
    const decoders = { [ContentCoding.Gzip]: gunzipSync, [ContentCoding.Brotli]: brotliDecompressSync };
    for (const [coding, decode] of Object.entries(decoders)) {
      const encoded = encoder(coding as ContentCoding);
      encoded.end(body);
      const bytes = await buffer(encoded);
      expect(decode(bytes).toString()).toBe(body);
      expect(bytes.length).toBeLessThan(body.length / 4);
    }
  });
});
