import fc from 'fast-check';
import { canonicalJson, type Json } from './json';

describe('canonicalJson', () => {
  it('sorts keys by code units, keeps arrays, and writes no spaces', () => {
    expect(canonicalJson({ b: [2, 1], Z: null, a: { y: 'ü', x: true } })).toBe(
      '{"Z":null,"a":{"x":true,"y":"ü"},"b":[2,1]}',
    );
  });

  it('is the same for equal documents and reads back as the document', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as Json;
        const text = canonicalJson(plain);
        expect(JSON.parse(text)).toEqual(plain);
        expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
      }),
    );
  });
});
