import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LaunchKind, type LaunchOffer } from '@portolan/launches';
import type { ServiceLogger } from '@portolan/service';
import { eventually } from '@portolan/service/testing';
import type { NodeConfig } from '../config/node-config';
import { Spawner } from '../process/spawner';
import { readWrapperFiles } from '../process/wrapper-files';
import { LaunchJournal } from './launch-journal';
import { LaunchStage, type LaunchRecord } from './launch-record';
import { LaunchRun } from './launch-run';
import type { LaunchSurroundings } from './launch-surroundings';

const PATH = process.env.PATH ?? '';
const offer: LaunchOffer = {
  launchId: 'launch-1',
  owner: 'jobs',
  ownerUrl: 'http://127.0.0.1:1',
  kind: LaunchKind.Batch,
  agentCluster: 'default',
  user: 'ada',
  subject: 'job-1',
  command: ['true'],
  environment: {},
  files: [],
  portVariables: [],
  limits: { memoryMb: 1, killGraceMs: 100 },
};
const recordOf = (): LaunchRecord => ({
  offer,
  token: 'token-1',
  ports: {},
  stage: LaunchStage.Claiming,
  sequence: 0,
});
const unexpected = (): never => {
  throw new Error('not expected');
};

describe('LaunchJournal', () => {
  let folder: string;
  let journal: LaunchJournal;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portolan-journal-'));
    journal = new LaunchJournal(folder);
    await journal.open();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('has a claim at once, for the successor of a killed node', async () => {
    const synced = journal.create(recordOf());
    const [record] = await new LaunchJournal(folder).readAll(unexpected);
    expect(record).toEqual(recordOf());
    await synced;
  });

  it('reports a claim that cannot be written', () => {
    expect(() => new LaunchJournal('/dev/null').create(recordOf())).toThrow('ENOTDIR');
  });

  it('is synced before a process starts, so that no process is unknown after a power cut', async () => {
    let isOnDisk!: () => void;
    const journaled = new Promise<void>((resolve) => (isOnDisk = resolve));
    await journal.create(recordOf());
    const spawner = new Spawner(journal.root, PATH, unexpected);
    const prepared = jest.fn().mockResolvedValue({
      command: ['sleep', '60'],
      environment: { PATH },
      runAs: undefined,
      secretVariables: false,
    });
    const surroundings: LaunchSurroundings = {
      config: { PROCESS_POLL_MS: 20 } as NodeConfig,
      journal,
      spawner,
      logger: { error: unexpected } as unknown as ServiceLogger,
      processes: async () => [],
      cgroups: { groups: undefined },
      prepare: prepared,
      guardFor: unexpected,
      changed: async () => undefined,
    };
    const run = new LaunchRun(recordOf(), surroundings, journaled);
    const directory = journal.directory(offer.launchId);
    try {
      void run.live();
      await eventually('it is prepared', async () => prepared.mock.calls.length > 0);
      await delay(300);
      expect(readWrapperFiles(directory).begun).toBe(false);
      isOnDisk();
      await eventually('it has begun', async () => readWrapperFiles(directory).child !== undefined);
    } finally {
      const { wrapper } = readWrapperFiles(directory);
      run.detach();
      spawner.close();
      if (wrapper) process.kill(-wrapper.pid, 'SIGKILL');
    }
  });
});
