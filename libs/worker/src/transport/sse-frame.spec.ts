import { createParser } from 'eventsource-parser';
import {
  COMPLETE_FRAME,
  dataFrame,
  KEEP_ALIVE_FRAME,
  missedCount,
  missedMessage,
  payloadsOf,
  sinkPayload,
  transportPayload,
} from './sse-frame';

describe('frames', () => {
  it('carry a payload as one data line and an empty line', () => {
    expect(dataFrame('{"a":1}')).toBe('data: {"a":1}\n\n');
  });

  it('carry any text through a standard parser', () => {
    const texts = ['', ' leading', 'two\nlines', 'mac\rdos\r\nunix\n', 'event: x', ':comment', 'ünï©ode 🌍'];
    const received: string[] = [];
    const parser = createParser({ onEvent: ({ data }) => received.push(data) });
    parser.feed(texts.map(dataFrame).join(KEEP_ALIVE_FRAME));
    expect(received).toEqual(texts.map((text) => text.replace(/\r\n?/g, '\n')));
    expect(payloadsOf(texts.map(dataFrame).join(KEEP_ALIVE_FRAME))).toEqual(received);
  });

  it('report the number of missed events unambiguously', () => {
    expect(missedCount(missedMessage(17))).toBe(17);
    expect(missedCount('{"svc.meta.dropped":17,"of":18}')).toBeUndefined();
  });

  it('signal the completion of a stage with a named event', () => {
    const names: (string | undefined)[] = [];
    createParser({ onEvent: ({ event }) => names.push(event) }).feed(COMPLETE_FRAME);
    expect(names).toEqual(['complete']);
  });
});

describe('payloads', () => {
  it('are unchanged text for clients of a sink, JSON otherwise', () => {
    expect([sinkPayload('a "b"'), sinkPayload({ a: 1 }), sinkPayload(undefined)]).toEqual([
      'a "b"',
      '{"a":1}',
      'null',
    ]);
  });

  it('are always JSON between stages', () => {
    const events = ['text', 1.5, null, [true], { a: 'b' }];
    expect(events.map((event) => JSON.parse(transportPayload(event)) as unknown)).toEqual(events);
    expect(transportPayload(undefined)).toBe('null');
  });
});
