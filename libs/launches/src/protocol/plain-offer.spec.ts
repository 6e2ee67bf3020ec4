import fc from 'fast-check';
import { validate } from '@portolan/validation';
import { LaunchOffer } from './launch-offer';
import { LaunchSnapshot } from './launch-snapshot';
import { isPlainOffer } from './plain-offer';
import { isPlainSnapshot } from './plain-snapshot';

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
  artifact: 'x',
  setupMarker: 'm',
  archive: { location: 'file:///x' },
  group: 'g',
  slots: 0,
  signature: 's',
};

const SNAPSHOT = {
  launchId: 'l',
  nodeId: 'n',
  launcher: { launcherClass: 'x' },
  token: 't',
  sequence: 3,
  phase: 'ended',
  ports: { PORT: 7000 },
  processId: 7,
  startedAt: 1,
  finishedAt: 2,
  outcome: 'stopped',
  exitCode: -1,
  stopReason: 'owner',
  stopDetail: 'd',
  failure: { code: 'c', message: 'm', permanent: false },
  setupFailed: true,
  stdoutBytes: 0,
  stderrBytes: 1,
  archive: 'archived',
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
    expectSame(OFFER, isPlainOffer, (offer) => validate(LaunchOffer, offer));
  });
});

describe('a plain snapshot', () => {
  it('is one that has the fields of the class', () => {
    expect(isPlainSnapshot(SNAPSHOT)).toBe(true);
    expect(isPlainSnapshot({ ...SNAPSHOT, unknown: 1 })).toBe(false);
    expect(isPlainSnapshot({ ...SNAPSHOT, token: undefined })).toBe(false);
    expect(isPlainSnapshot({ ...SNAPSHOT, archive: undefined })).toBe(true);
  });

  it('is always a good snapshot, and the class would make the same of it', () => {
    expectSame(SNAPSHOT, isPlainSnapshot, (snapshot) => validate(LaunchSnapshot, snapshot));
  });
});

/** Whatever one value is replaced by: what still is plain is made by the class as it is. */
function expectSame(
  whole: object,
  isPlain: (value: object) => boolean,
  make: (value: object) => object,
): void {
  const odd = fc.oneof(
    fc.constantFrom(undefined, null, '', 'x', 0, 1, -1, 1.5, true, [], {}, [1], [''], { path: 'p' }),
    fc.string({ minLength: 2000, maxLength: 3000 }),
    fc.anything(),
  );
  fc.assert(
    fc.property(fc.constantFrom(...paths(whole).slice(1)), odd, (path, value) => {
      const changed = replaced(whole, path, value) as object;
      if (!isPlain(changed)) return;
      expect(JSON.parse(JSON.stringify(make(changed)))).toEqual(JSON.parse(JSON.stringify(changed)));
    }),
    { numRuns: 1000 },
  );
}
