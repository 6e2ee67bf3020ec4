import { RoomQueue } from './offers.service';

describe('offers that wait for room', () => {
  const LONG_MS = 60_000;

  it('get their turns in the order of their arrival', async () => {
    const room = new RoomQueue();
    const order: string[] = [];
    const wait = async (name: string): Promise<void> => {
      await room.turn(LONG_MS);
      order.push(name);
    };
    const [first, second] = [wait('first'), wait('second')];
    room.wakeFirst();
    await first;
    expect(order).toEqual(['first']);
    room.wakeFirst();
    await second;
    expect(order).toEqual(['first', 'second']);
    // Nobody waits.
    room.wakeFirst();
  });

  it('do not wait for ever, and lose their place then', async () => {
    const room = new RoomQueue();
    const later = room.turn(LONG_MS);
    const short = room.turn(1);
    await short;
    room.wakeFirst();
    await later;
  });

  it('are all woken when the node closes', async () => {
    const room = new RoomQueue();
    const all = Promise.all([room.turn(LONG_MS), room.turn(LONG_MS)]);
    room.wakeAll();
    await all;
  });
});
