import fc from 'fast-check';
import { validate } from '@portolan/validation';
import { LaunchOffer } from './launch-offer';
import { isPlainOffer } from './plain-offer';

const OFFER = {
  launchId: 'l',
  owner: 'o',
  ownerUrl: 'http://o',
  kind: 'batch',
  agentCluster: 'default',
  user: 'u',
  subject: 's',
  command: ['bash', './run'],
  environment: { A: 'b', EMPTY: '' },
  files: [
    { path: 'run', content: '', executable: true },
    { path: 'x', url: 'http://x' },
    { path: 'y', ownerPath: 'y', unpack: false },
  ],
  portVariables: ['PORT'],
  limits: { memoryMb: 1, killGraceMs: 0, timeoutSeconds: 3, residentMb: 4 },
  setupMarker: 'm',
  archive: { location: 'file:///x' },
  slots: 0,
};

/** The path of each value in an object. */
const paths = (value: unknown, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, one]) => paths(one, [...path, key]))]
    : [path];

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

describe('a plain offer', () => {
  it('is one that has the fields of the class', () => {
    expect(isPlainOffer(OFFER)).toBe(true);
    expect(isPlainOffer({ ...OFFER, unknown: 1 })).toBe(false);
    expect(isPlainOffer({ ...OFFER, user: undefined })).toBe(false);
    expect(isPlainOffer({ ...OFFER, archive: undefined })).toBe(true);
  });

  it('is always a good offer, and the class would make the same of it', () => {
    const odd = fc.oneof(
      fc.constantFrom(undefined, null, '', 'x', 0, 1, -1, 1.5, true, [], {}, [1], [''], { path: 'p' }),
      fc.string({ minLength: 2000, maxLength: 3000 }),
      fc.anything(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...paths(OFFER).slice(1)), odd, (path, value) => {
        const offer = replaced(OFFER, path, value) as object;
        if (!isPlainOffer(offer)) return;
        expect(JSON.parse(JSON.stringify(validate(LaunchOffer, offer)))).toEqual(
          JSON.parse(JSON.stringify(offer)),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
