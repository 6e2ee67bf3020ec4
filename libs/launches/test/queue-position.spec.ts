import { DirectReads } from '@portolan/service';
import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { PLACE_LIMIT, QueuePositionReadModel, type PlacedLaunch } from '../src/index';
import { startTestOwner, type TestOwner } from '../src/testing';

describe('the place of a launch', () => {
  let owner: TestOwner;
  let places: QueuePositionReadModel;
  const agentCluster = 'places';

  beforeAll(async () => {
    owner = await startTestOwner({ env: { OFFER_WINDOW: '2', LEASE_MS: '600000' } }, 'places');
    places = owner.service.app.get(QueuePositionReadModel, { strict: false });
  });
  afterAll(() => owner.service.stop());

  const launch = async (subject: string, user: string, priority = 0): Promise<PlacedLaunch> =>
    (await owner.repository.find(await owner.offer({ agentCluster, subject, user, priority })))!;
  const positions = async (...launches: PlacedLaunch[]): Promise<number[]> =>
    Promise.all(launches.map(async (one) => (await places.of(one)).position));

  it('[V3-QUEUE-2] [V3-QUEUE-3] counts those of the same user that go first, on the queue or not, and the other users', async () => {
    const own: PlacedLaunch[] = [];
    for (const subject of ['a', 'b', 'c', 'd', 'e']) own.push(await launch(subject, 'one'));
    const urgent = await launch('urgent', 'one', 10);
    const low = await launch('low', 'one', -10);
    const other = await launch('other', 'two');
    await launch('third', 'three');
    await owner.offer({ agentCluster: 'elsewhere', user: 'four' });
    await owner.offer({ agentCluster, kind: 'worker', user: 'streams' });
    expect(await positions(urgent, ...own, low, other)).toEqual([1, 2, 3, 4, 5, 6, 7, 1]);
    expect(await places.of(low)).toEqual({ position: 7, otherUsers: 2 });
    expect(await places.otherUsers(agentCluster, 'one')).toBe(2);
    expect(await places.otherUsers(agentCluster, 'nobody')).toBe(3);
    expect(await places.users(agentCluster)).toBe(3);
    await owner.launches.stop(urgent.id, 0);
    await eventually('the places without it', async () => (await positions(...own)).join() === '1,2,3,4,5');
  });

  it('[V3-QUEUE-2] is 1,000 for all that have 999 or more before them', async () => {
    const first = await launch('first', 'many');
    const database = owner.service.app.get(DataSource);
    const columns = await database.query<{ Field: string }[]>('SHOW COLUMNS FROM launches');
    const names = columns.map(({ Field }) => Field);
    const copied = names.map((name) => {
      if (name === 'id') return `CONCAT('~', LPAD(n, 4, '0'))`;
      if (name === 'offered_at') return '0';
      return name === 'created_at' ? 'created_at + n DIV 2' : name;
    });
    const digits =
      '(SELECT 0 d UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9)';
    await database.query(
      `INSERT INTO launches (${names.join(', ')}) SELECT ${copied.join(', ')} FROM launches
       JOIN (SELECT a.d * 1000 + b.d * 100 + c.d * 10 + e.d AS n
         FROM ${digits} a JOIN ${digits} b JOIN ${digits} c JOIN ${digits} e) numbers
       WHERE id = ? AND n BETWEEN 1 AND 1500`,
      [first.id],
    );
    const copy = (n: number): PlacedLaunch => ({
      ...first,
      id: `~${String(n).padStart(4, '0')}`,
      createdAt: first.createdAt + Math.floor(n / 2),
    });
    expect(await positions(first, copy(1), copy(2), copy(3), copy(998), copy(999), copy(1500))).toEqual([
      1,
      2,
      3,
      4,
      999,
      PLACE_LIMIT,
      PLACE_LIMIT,
    ]);
    await database.query(`DELETE FROM launches WHERE id BETWEEN '~0004' AND '~1400'`);
    expect(await positions(copy(3))).toEqual([4]);
    const left = await eventually('the place of the last one is counted again', async () => {
      const [position] = await positions(copy(1500));
      return position !== PLACE_LIMIT && position;
    });
    expect(left).toBe(104);
  });

  it('[V3-QUEUE-2] finds places that are asked for often in a list of the user, which is at most 200 ms old', async () => {
    const own: PlacedLaunch[] = [];
    for (let number = 0; number < 5; number += 1) own.push(await launch(`hot-${number}`, 'hot', number % 2));
    const order = [1, 3, 0, 2, 4].flatMap((index) => own[index] ?? []);
    const reads = jest.spyOn(owner.service.app.get(DirectReads, { strict: false }), 'prepared');
    for (let round = 0; round < 40; round += 1) expect(await positions(...order)).toEqual([1, 2, 3, 4, 5]);
    // 200 places: without a list, a statement for each.
    expect(reads.mock.calls.length).toBeLessThan(150);
    reads.mockRestore();
    for (const one of order.slice(0, 2)) await owner.launches.stop(one.id, 0);
    await eventually('the list is read again', async () => {
      const [position] = await positions(order[2]!);
      return position === 1;
    });
    expect(await positions(...order.slice(2))).toEqual([1, 2, 3]);
    const urgent = await launch('hot-urgent', 'hot', 2);
    // A launch that this process has created counts at once.
    expect(await positions(urgent, ...order.slice(2))).toEqual([1, 2, 3, 4]);
  });
});
