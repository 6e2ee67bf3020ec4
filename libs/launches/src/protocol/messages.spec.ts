import { validate } from '@portolan/validation';
import { LaunchOffer } from './launch-offer';
import { LaunchSnapshot } from './launch-snapshot';

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
  secrets: [{ name: 'A', ref: 'env:B' }],
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
  lastLine: 'Error: x',
  archive: 'archived',
};

/** Returns a message after serialisation as JSON. */
const read = (type: new () => object, body: object): unknown =>
  JSON.parse(JSON.stringify(validate(type, body)));

describe('a message that is read', () => {
  it('has every field of the offer that was sent: the signature covers all of them', () => {
    expect(read(LaunchOffer, OFFER)).toEqual(OFFER);
  });

  it('has every field of the snapshot that was sent', () => {
    expect(read(LaunchSnapshot, SNAPSHOT)).toEqual(SNAPSHOT);
  });

  it.each(['launchId', 'owner', 'kind', 'command', 'limits'])('refuses a message without %s', (name) => {
    expect(() => validate(LaunchOffer, { ...OFFER, [name]: undefined })).toThrow(name);
  });
});
