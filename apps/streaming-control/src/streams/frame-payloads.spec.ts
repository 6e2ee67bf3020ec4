import { messagesLostWith, payloadsOf } from './frame-payloads';

const batch = (text: string, messages: number) => ({ bytes: Buffer.from(text), messages });

describe('a batch of frames', () => {
  it('carries a text a message', () => {
    expect(payloadsOf(batch('data: a\ndata: b\n\ndata:c\n\n', 2))).toEqual(['a\nb', 'c']);
  });

  it('takes with it what it would have told of losses', () => {
    expect(messagesLostWith(batch('data: a\n\ndata: b\n\n', 2))).toBe(2);
    expect(messagesLostWith(batch('data: a\n\ndata: {"svc.meta.dropped":40}\n\n', 2))).toBe(41);
  });
});
