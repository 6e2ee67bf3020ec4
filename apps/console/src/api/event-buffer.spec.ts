import { EventBuffer } from './event-buffer';

describe('[CONSOLE-LIVE-1] the events of a feed', () => {
  const drawn = (): EventBuffer<string> => {
    const buffer = new EventBuffer<string>();
    buffer.add('a', '1');
    buffer.take();
    return buffer;
  };

  it('are received again when their connection ended before they were drawn', () => {
    const buffer = drawn();
    buffer.add('b', '2');
    expect(buffer.after).toBe('1');
    buffer.drop();
    expect(buffer.take()).toEqual([]);
    expect(buffer.after).toBe('1');
  });

  it('are drawn once, in their order', () => {
    const buffer = drawn();
    buffer.add('b', '2');
    buffer.add('c', '3');
    expect(buffer.take()).toEqual(['b', 'c']);
    expect(buffer.take()).toEqual([]);
    expect(buffer.after).toBe('3');
  });

  it('are followed after a position without an event', () => {
    const buffer = drawn();
    buffer.reach('7');
    buffer.take();
    expect(buffer.after).toBe('7');
  });

  it('are read from the beginning once they are no longer kept', () => {
    const buffer = drawn();
    buffer.restart();
    buffer.take();
    expect(buffer.after).toBeUndefined();
  });
});
