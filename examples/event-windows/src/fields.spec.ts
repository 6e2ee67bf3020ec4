import { readEvent } from './fields';

describe('an event', () => {
  it.each([
    ['{"type":"edit","size":12}', { key: 'edit', value: 12 }],
    ['{"type":"edit","size":"12.5"}', { key: 'edit', value: 12.5 }],
    ['{"type":"edit"}', { key: 'edit', value: undefined }],
    ['{"type":"edit","size":"large"}', { key: 'edit', value: undefined }],
    ['{"type":7,"size":1}', { key: '7', value: 1 }],
    ['{"size":1}', undefined],
    ['{"type":{}}', undefined],
    ['null', undefined],
    ['ping', undefined],
  ])('%s is counted as %j', (text, expected) => {
    expect(readEvent(text, 'type', 'size')).toEqual(expected);
  });

  it('may have its fields deep inside', () => {
    const text = '{"meta":{"tags":["a","b"],"ms":"3"},"__proto__":1}';
    expect(readEvent(text, 'meta.tags.1', 'meta.ms')).toEqual({ key: 'b', value: 3 });
    expect(readEvent(text, 'meta.constructor', undefined)).toBeUndefined();
  });
});
