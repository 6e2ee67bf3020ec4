import { largestOpen, nodesForJob, type NodeRoom } from './node-room';

/** A node with memory in MB: `8192/4096` has 4096 free; `c` is cordoned, `s` has no free slot. */
const node = (text: string): NodeRoom => {
  const [, total = '', free = '', state = ''] = /^(\d+)\/(\d+)(\w?)$/.exec(text) ?? [];
  return {
    slots: 4,
    freeSlots: state === 's' ? 0 : 1,
    memoryMb: Number(total),
    freeMemoryMb: Number(free),
    wish: state === 'c' ? 'cordon' : 'open',
    accepting: state !== 'c',
  };
};
const nodes = (text: string): NodeRoom[] => text.split(' ').filter(Boolean).map(node);

describe('the nodes of a job', () => {
  it.each([
    ['16384/8192', 8192, [1, 1, 0]],
    ['16384/4096 8192/8192', 8192, [2, 1, 0]],
    ['16384/16384c 8192/100 4096/4096', 8192, [2, 0, 1]],
    ['16384/16384s', 8192, [1, 0, 0]],
    ['4096/4096', 8192, [0, 0, 0]],
    ['', 1, [0, 0, 0]],
  ])('[V3-QUEUE-6] of %j for %i MB are counted: %j', (text, memoryMb, [matching, free, cordoned]) =>
    expect(nodesForJob(nodes(text), memoryMb).counts).toEqual({ matching, free, cordoned }),
  );

  it.each([
    ['', 'noNode', 'There is no live node.'],
    ['32768/32768 16384/1 1024/1', 'noNode', 'No node has 65536 MB; the largest of 3 has 32768 MB.'],
    ['32768/32768', 'noNode', 'No node has 65536 MB; the largest of 1 has 32768 MB.'],
    ['65536/65536c', 'noNode', 'The only node is cordoned.'],
    ['65536/65536c 131072/1c', 'noNode', 'All 2 nodes are cordoned.'],
    [
      '65536/65536c 65536/4096 65536/1',
      'noRoom',
      'No node has 65536 MB free; the largest of 2 has 4096 MB free.',
    ],
    ['65536/1 8192/8192 1024/9', 'noRoom', 'No node has 65536 MB free; the largest of 3 has 8192 MB free.'],
    ['65536/65536s', 'noRoom', 'The only node has no free slot.'],
    ['65536/65536s 65536/1s', 'noRoom', 'None of 2 nodes has a free slot.'],
    ['65536/65536s 65536/7', 'noRoom', 'No node has 65536 MB free; the largest of 2 has 7 MB free.'],
  ])('[V3-QUEUE-5] %j cannot take 65536 MB: %s, %s', (text, reason, message) =>
    expect(nodesForJob(nodes(text), 65_536).obstacle).toEqual({ reason, message }),
  );

  it('[V3-QUEUE-5] do not make a job wait when one has room; a node without slots does not count', () => {
    expect(nodesForJob(nodes('8192/8192 4096/1c'), 8192).obstacle).toBeNull();
    const empty = { ...node('8192/8192'), slots: 0, freeSlots: 0 };
    expect(nodesForJob([empty], 1).counts.matching).toBe(0);
    expect(largestOpen([empty, ...nodes('100/1 4096/1c 200/200')])).toBe(200);
  });
});
