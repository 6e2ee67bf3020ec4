import { prefers } from './accept';

const EVENTS = 'text/event-stream';

describe('text/event-stream', () => {
  it.each([
    'text/event-stream',
    'Text/Event-Stream; charset=utf-8',
    'text/event-stream;q=0.1',
    'application/json, text/event-stream',
    'text/event-stream, */*',
    'application/json;q=0.5, text/event-stream;q=0.6',
    'application/json;q=0, text/event-stream;q=0.1, */*',
    '*/*;q=0.2, application/*;q=0.1, text/event-stream;q=0.1',
    'text/event-stream;q=much',
  ])('prefers text/event-stream for %s', (accept) => expect(prefers(accept, EVENTS)).toBe(true));

  it.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'text/event-stream;q=0',
    'text/event-stream ; q=0.000, */*',
    'text/event-stream;Q=0',
    'application/json, text/event-stream;q=0.9',
    'text/event-stream;q=0.5, */*;q=0.6',
    'text/event-streams',
    'x-text/event-stream',
  ])('is not preferred by %s', (accept) => expect(prefers(accept, EVENTS)).toBe(false));
});
