import { EventTexts } from './event-texts';

it('[CONSOLE-STREAM-1] events are the same however they are cut into pieces', () => {
  const stream =
    'data: one\n\n: a comment\n\ndata:two\ndata: lines\n\nid: 7\ndata: {"n":3}\n\ndata: unfinished';
  for (let size = 1; size <= stream.length; size += 1) {
    const texts = new EventTexts();
    const found: string[] = [];
    for (let at = 0; at < stream.length; at += size) found.push(...texts.push(stream.slice(at, at + size)));
    expect(found).toEqual(['one', 'two\nlines', '{"n":3}']);
  }
});
