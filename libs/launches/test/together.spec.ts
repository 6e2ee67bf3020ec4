import { randomUUID } from 'node:crypto';
import {
  ArchiveOutcome,
  ClaimDecision,
  LaunchOutcome,
  LaunchPhase,
  type ClaimAnswer,
  type LaunchSnapshot,
} from '../src/index';
import { ClaimsService } from '../src/owner/claims.service';
import { LaunchEventsGateway } from '../src/owner/launch-events.gateway';
import { startTestOwner, type TestOwner } from '../src/testing';

/** One launch and the node that claims it. */
interface Claimed {
  id: string;
  nodeId: string;
  token: string;
}

const COUNT = 6;

describe('concurrent requests of nodes', () => {
  let owner: TestOwner;
  let changed: jest.SpyInstance;
  let archived: jest.SpyInstance;

  beforeAll(async () => {
    owner = await startTestOwner();
  });
  beforeEach(() => {
    changed = jest.spyOn(owner.handlers, 'changed');
    archived = jest.spyOn(owner.handlers, 'archived');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    owner.handlers.refused = undefined;
    owner.handlers.decide = () => ClaimDecision.Go;
  });
  afterAll(() => owner.service.stop());

  /** Launches whose subjects are in the opposite order. */
  async function launches(): Promise<Claimed[]> {
    const all: Claimed[] = [];
    for (let index = 0; index < COUNT; index++) {
      const id = await owner.create({ subject: `subject-${COUNT - index}` });
      all.push({ id, nodeId: randomUUID(), token: `token-${index}` });
    }
    return all;
  }
  const claim = ({ id, nodeId, token }: Claimed): Promise<ClaimAnswer> =>
    owner.service.app.get(ClaimsService, { strict: false }).claim(id, {
      nodeId,
      token,
      nodeUrl: 'http://127.0.0.1:1',
      host: `host-of-${nodeId}`,
      agentCluster: 'default',
      freeSlots: 1,
      freeMemoryMb: 1,
      ports: {},
    });
  const report = (of: Claimed, change: Partial<LaunchSnapshot>): Promise<void> =>
    owner.service.app.get(LaunchEventsGateway, { strict: false }).store({
      launchId: of.id,
      nodeId: of.nodeId,
      token: of.token,
      sequence: 1,
      phase: LaunchPhase.Running,
      ports: {},
      ...change,
    });
  const exited = (exitCode: number, archive?: ArchiveOutcome): Partial<LaunchSnapshot> => ({
    phase: LaunchPhase.Ended,
    outcome: LaunchOutcome.Exited,
    exitCode,
    ...(archive && { archive }),
  });
  /** The launches of each transaction in which the owner was asked, in its order. */
  const groups = (spy: jest.SpyInstance): string[][] =>
    (spy.mock.calls as [{ id: string; launch?: { id: string } }[]][]).map(([items]) =>
      items.map((item) => item.launch?.id ?? item.id),
    );
  const settled = (all: readonly Claimed[]): string[] =>
    owner.handlers.changes.map(({ launch }) => launch.id).filter((id) => all.some((one) => one.id === id));
  const rowsOf = (all: readonly Claimed[]) => Promise.all(all.map(({ id }) => owner.launches.find(id)));
  const idsOf = (all: readonly Claimed[]): string[] => all.map(({ id }) => id);

  it('claim launches in one transaction, each for its own node', async () => {
    const all = await launches();
    const answers = await Promise.all(all.map(claim));
    expect(answers).toEqual(all.map(() => ({ decision: ClaimDecision.Go })));
    // The claims that arrive during the first claim are decided together, in the order of their subjects.
    const [first, ...others] = idsOf(all);
    expect(groups(changed)).toEqual([[first], others.reverse()]);
    expect(await rowsOf(all)).toMatchObject(
      all.map(({ nodeId, token }) => ({ state: 'claimed', nodeId, token, host: `host-of-${nodeId}` })),
    );
    const leases = await Promise.all(all.map(({ nodeId }) => owner.repository.lease(nodeId)));
    expect(leases.map((lease) => lease?.host)).toEqual(all.map(({ nodeId }) => `host-of-${nodeId}`));
    expect(settled(all).sort()).toEqual(idsOf(all).sort());
  });

  it('claim a launch although another one is not admitted', async () => {
    const all = await launches();
    const elsewhere = all[3];
    owner.handlers.decide = ({ id }) => (id === elsewhere?.id ? ClaimDecision.NotHere : ClaimDecision.Go);
    const answers = await Promise.all(all.map(claim));
    expect(answers.map(({ decision }) => decision)).toEqual(['go', 'go', 'go', 'not-here', 'go', 'go']);
    expect(groups(changed).map((group) => group.length)).toEqual([1, COUNT - 2]);
    expect((await rowsOf(all)).map((row) => row?.state)).toEqual(
      all.map((one) => (one === elsewhere ? 'offered' : 'claimed')),
    );
  });

  it('claim a launch although the claim of another one cannot be stored', async () => {
    const all = await launches();
    const refused = all[2];
    owner.handlers.refused = refused?.id;
    const answers = await Promise.allSettled(all.map(claim));
    expect(answers.map(({ status }) => status === 'fulfilled')).toEqual(all.map((one) => one !== refused));
    expect(await rowsOf(all)).toMatchObject(
      all.map(({ nodeId, token, id }) =>
        id === refused?.id
          ? { state: 'offered', nodeId: null, token: null }
          : { state: 'claimed', nodeId, token },
      ),
    );
    owner.handlers.refused = undefined;
    expect(refused && (await claim(refused))).toEqual({ decision: 'go' });
    expect(settled(all).sort()).toEqual(idsOf(all).sort());
  });

  const REPORTS: readonly Partial<LaunchSnapshot>[] = [
    {},
    { processId: 17 },
    exited(3),
    exited(0, ArchiveOutcome.Archived),
    { phase: LaunchPhase.Preparing },
    exited(4, ArchiveOutcome.Failed),
  ];
  const AFTER = [
    { state: 'running' },
    { state: 'running', snapshot: { processId: 17 } },
    { state: 'ended', end: { cause: 'exited', exitCode: 3 } },
    { state: 'ended', end: { cause: 'exited', exitCode: 0 }, snapshot: { archive: 'archived' } },
    { state: 'claimed', sequence: 1 },
    { state: 'ended', end: { cause: 'exited', exitCode: 4 }, snapshot: { archive: 'failed' } },
  ];

  /** Sends {@link REPORTS} about claimed launches. */
  async function reported(prepare: (all: readonly Claimed[]) => void = () => undefined) {
    const all = await launches();
    await Promise.all(all.map(claim));
    changed.mockClear();
    owner.handlers.changes.length = 0;
    prepare(all);
    const outcomes = await Promise.allSettled(all.map((one, index) => report(one, REPORTS[index] ?? {})));
    return { all, stored: outcomes.map(({ status }) => status === 'fulfilled') };
  }

  it('report in one transaction, each about its own launch', async () => {
    const { all, stored } = await reported();
    expect(stored).toEqual(all.map(() => true));
    const [first, ...others] = idsOf(all);
    expect(groups(changed)).toEqual([[first], others.reverse()]);
    expect(groups(archived)).toEqual([[all[5]?.id, all[3]?.id]]);
    expect(await rowsOf(all)).toMatchObject(AFTER);
    expect(settled(all).sort()).toEqual(idsOf(all).sort());
  });

  it.each([
    ['the change of another launch', 'changed', 1],
    ['the end of another launch', 'changed', 2],
    ['the archive of another launch', 'archived', 3],
  ] as const)('report although %s cannot be stored', async (_what, method, at) => {
    const { all, stored } = await reported((of) => {
      const refuse = (ids: readonly string[]): Promise<void> =>
        ids.includes(of[at]?.id ?? '') ? Promise.reject(new Error('refused')) : Promise.resolve();
      if (method === 'archived')
        jest.spyOn(owner.handlers, method).mockImplementation((all) => refuse(all.map(({ id }) => id)));
      else
        jest
          .spyOn(owner.handlers, method)
          .mockImplementation((all) => refuse(all.map(({ launch }) => launch.id)));
    });
    expect(stored).toEqual(all.map((_, index) => index !== at));
    expect(await rowsOf(all)).toMatchObject(
      AFTER.map((row, index) => (index === at ? { state: 'claimed', sequence: 0 } : row)),
    );
    // The change of each stored report is announced once, although it was stored in the second attempt only.
    expect(settled(all).sort()).toEqual(
      idsOf(all)
        .filter((_, index) => index !== at)
        .sort(),
    );
  });
});
