import {
  criterionOfTags,
  isEmpty,
  matches,
  merge,
  normalize,
  withDefaultStatus,
  type Criterion,
} from './criteria';

const criterion = (change: Partial<Criterion> = {}): Criterion => ({
  id: null,
  name: null,
  version: null,
  status: null,
  tags: [],
  ...change,
});
const resource = { id: 'r', name: 'n', version: '1', status: 'UP', tags: new Set(['a', 'b']) };

describe('a criterion', () => {
  it.each<[string, Partial<Criterion>, boolean]>([
    ['nothing', {}, true],
    ['all that the resource has', { id: 'r', name: 'n', version: '1', status: 'UP', tags: ['a', 'b'] }, true],
    ['some of its tags', { tags: ['b'] }, true],
    ['a tag that it lacks', { tags: ['a', 'c'] }, false],
    ['another id', { id: 'x' }, false],
    ['another case of its name', { name: 'N' }, false],
    ['another version', { version: '2' }, false],
    ['another status', { status: 'DOWN' }, false],
  ])('[V3-CRIT-1] decides whether a criterion that asks for %s matches', (_what, change, expected) => {
    expect(matches(criterion(change), resource)).toBe(expected);
  });

  it('built from tags reads system tags as id and name', () => {
    expect(criterionOfTags(['svc.id:i', 'a', 'svc.name:n', 'a', ' '])).toEqual(
      criterion({ id: 'i', name: 'n', tags: ['a'] }),
    );
  });

  it('reads blank values as absent', () => {
    expect(normalize(criterion({ id: '', name: ' ', tags: [''] }))).toEqual(criterion());
    expect(isEmpty(normalize(criterion({ version: ' ' })))).toBe(true);
    expect(isEmpty(criterion({ tags: ['a'] }))).toBe(false);
  });

  it('merged with another one has the requirements of both', () => {
    expect(merge(criterion({ id: 'i', tags: ['a'] }), criterion({ name: 'n', tags: ['a', 'b'] }))).toEqual(
      criterion({ id: 'i', name: 'n', tags: ['a', 'b'] }),
    );
    expect(merge(criterion({ status: 'UP' }), criterion({ status: 'UP' }))).toEqual(
      criterion({ status: 'UP' }),
    );
  });

  it.each(['id', 'name', 'version', 'status'] as const)(
    'cannot be merged with a criterion of another %s',
    (field) => {
      expect(merge(criterion({ [field]: 'x' }), criterion({ [field]: 'y' }))).toBeUndefined();
    },
  );

  it('gets a default status only without its own', () => {
    expect(withDefaultStatus(criterion(), 'UP').status).toBe('UP');
    expect(withDefaultStatus(criterion({ status: 'DOWN' }), 'UP').status).toBe('DOWN');
  });
});
