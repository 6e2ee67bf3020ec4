import { elementNamed, newElement, unstartedStatus } from './array-element';
import { EXAMPLE_JOB } from './job-example';

describe('the id of an element', () => {
  it.each([
    ['a.0', { arrayId: 'a', index: 0 }],
    ['a.b.9999', { arrayId: 'a.b', index: 9999 }],
    ['a.10000', undefined],
    ['a.01', undefined],
    ['a.-1', undefined],
    ['a', undefined],
    ['.7', undefined],
  ])('reads the id of an element from %j', (id, name) => expect(elementNamed(id)).toEqual(name));
});

describe('an element without a row', () => {
  const array = { ...EXAMPLE_JOB, status: 'RUNNING' as const, killRequestedAt: null };

  it('[V3-ARRAY-5] is ACCEPTED while its array has not ended', () => {
    expect(newElement(array, 7)).toMatchObject({
      id: 'nightly-7.7',
      arrayId: 'nightly-7',
      arrayIndex: 7,
      status: 'ACCEPTED',
      statusMsg: 'The job has been accepted by the system for execution',
      started: null,
    });
  });

  it('[V3-ARRAY-9] is KILLED with its array', () => {
    const killed = newElement({ ...array, killRequestedAt: 1 }, 7);
    expect(killed).toMatchObject({ status: 'KILLED', statusMsg: 'Job was killed by user.' });
  });

  it('ends as its array, when that never began', () => {
    const failed = { ...array, status: 'FAILED' as const, statusMsg: 'Dependency a ended KILLED.' };
    expect(unstartedStatus(failed)).toBe('FAILED');
    expect(newElement(failed, 7).statusMsg).toBe('Dependency a ended KILLED.');
  });

  it('sends no mail and calls no webhook', () => {
    const request = { ...array.request, email: 'a@b.c', webhook: { url: 'http://x', secret: 's' } };
    expect(newElement({ ...array, request }, 0).request).toMatchObject({ email: null, webhook: null });
  });
});
