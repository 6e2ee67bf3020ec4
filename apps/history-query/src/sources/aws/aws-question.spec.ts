import { codeOf, describeError } from './aws-question';

const failure = (facts: object): Error => Object.assign(new Error('one\ntwo'), facts);

describe('describeError', () => {
  it.each([
    [failure({ name: 'Throttling' }), 'List: Throttling: one', 'Throttling'],
    [failure({ code: 'ECONNREFUSED' }), 'List: ECONNREFUSED: one', 'ECONNREFUSED'],
    [failure({ name: 'AggregateError', code: 'ETIMEDOUT', message: '' }), 'List: ETIMEDOUT', 'ETIMEDOUT'],
    [failure({ $metadata: { httpStatusCode: 500 } }), 'List: HTTP 500: one', 'HTTP 500'],
    [failure({}), 'List: one', ''],
    ['odd', 'List: odd', ''],
  ])('names the operation and the fault: %p', (error, message, code) => {
    expect(describeError('List', error)).toMatchObject({ message, code });
  });

  it('has no code for errors of another kind', () => {
    expect(codeOf(failure({ code: 'X' }))).toBe('');
    expect(codeOf(describeError('List', failure({ name: 'NoSuchEntity' })))).toBe('NoSuchEntity');
  });
});
