import { formatTraceparent, parseTraceparent } from './tracing';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('traceparent', () => {
  it('is read and written in the form of W3C', () => {
    const text = `00-${TRACE}-${SPAN}-01`;
    expect(parseTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, sampled: true });
    expect(formatTraceparent({ traceId: TRACE, spanId: SPAN, sampled: false })).toBe(
      `00-${TRACE}-${SPAN}-00`,
    );
  });

  it('reads the known fields of a traceparent of a later version', () => {
    expect(parseTraceparent(`01-${TRACE}-${SPAN}-03-more`)).toMatchObject({ spanId: SPAN, sampled: true });
  });

  it.each([
    undefined,
    ['00'],
    '',
    `00-${TRACE}-${SPAN}`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  ])('refuses %j as traceparent', (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});
