import { nodeChange, type Revision } from './changes.ts';

const attempt = (nodeId: string | null) => ({ nodeId, hostName: nodeId && `${nodeId}.example` });
const revision = (stime: number, state: string, memoryMb: number, ltime: number | null): Revision => ({
  stime,
  ltime,
  data: {
    id: 'any',
    agentCluster: 'default',
    host: 'any',
    memoryMb,
    slots: 4,
    zone: null,
    state,
    launches: stime,
  },
});

describe('nodeChange', () => {
  const gone = [
    revision(9000, 'LOST', 64, null),
    revision(5000, 'LOST', 32, 9000),
    revision(0, 'ACTIVE', 32, 5000),
  ];
  const small = [revision(4000, 'ACTIVE', 16, null)];

  it('names the node of the success, what became of it, and in what the nodes differ', () => {
    const before = { attempt: attempt('old'), time: 1000, revisions: gone };
    expect(nodeChange(before, { attempt: attempt('new'), time: 6000, revisions: small })).toEqual({
      what: 'node',
      id: 'new',
      text: 'ran on new.example (new); the success ran on old.example (old), which is LOST since 1970-01-01T00:00:05.000Z',
      differences: [{ path: 'memoryMb', before: 32, after: 16 }],
    });
  });

  it('states whether the node is still listed', () => {
    const textOf = (revisions: Revision[]) =>
      nodeChange(
        { attempt: attempt('old'), time: 1000, revisions },
        { attempt: attempt('new'), time: 6000, revisions: small },
      )?.text;
    expect(textOf(small)).toContain(', which is still there');
    expect(textOf([revision(0, 'ACTIVE', 16, 7000)])).toContain(
      ', which is gone since 1970-01-01T00:00:07.000Z',
    );
  });

  it('compares host names when history knows no node', () => {
    const change = nodeChange(
      { attempt: attempt('old'), time: 1000, revisions: [] },
      { attempt: attempt('new'), time: 6000, revisions: [] },
    );
    expect(change?.text).toBe('ran on new.example (new); the success ran on old.example (old)');
    expect(change?.differences).toEqual([{ path: 'hostName', before: 'old.example', after: 'new.example' }]);
  });

  it('reports no change for the same node, or for an attempt without one', () => {
    const same = { attempt: attempt('same'), time: 1000, revisions: small };
    expect(nodeChange(same, { ...same, time: 6000 })).toBeUndefined();
    expect(nodeChange({ ...same, attempt: attempt(null) }, same)).toBeUndefined();
  });
});
