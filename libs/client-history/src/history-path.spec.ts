import { historyPath, type HistoryQuery } from './history-path.ts';

const query = (more: Partial<HistoryQuery>): string =>
  historyPath({ area: 'view', collection: 'instances', ...more });

describe('the address of a query', () => {
  it.each<[string, Partial<HistoryQuery>, string]>([
    ['a collection', {}, 'view/instances'],
    ['several documents', { id: ['a', 'b,c'] }, 'view/instances/a,b%2Cc'],
    ['a select', { where: { 'state.name': 'running' } }, 'view/instances;state.name=running'],
    ['alternatives', { where: { v: ['1', 'a;b'] } }, 'view/instances;v=1,a%3Bb'],
    ['a field that is there', { where: { tags: true } }, 'view/instances;tags'],
    [
      'modifiers',
      { modifiers: { at: 5, expand: true, pp: false, diff: true } },
      'view/instances;_at=5;_expand;_diff',
    ],
    [
      'moments in each form',
      { modifiers: { since: '2026-10-07T14:00:00+02:00', until: '-2h' } },
      'view/instances;_since=2026-10-07T14%3A00%3A00%2B02%3A00;_until=-2h',
    ],
    ['context', { id: 'a', modifiers: { all: true, diff: 0 } }, 'view/instances/a;_all;_diff=0'],
    ['fields', { fields: ':(id,tags:(key=~/a?/))' }, 'view/instances:(id,tags:(key=~/a%3F/))'],
    ['fields with a hash sign', { fields: ':(name="a#1")' }, 'view/instances:(name="a%231")'],
  ])('of %s', (_what, more, address) => {
    expect(query(more)).toBe(address);
  });

  it('keeps what is in an id from being read as an argument', () => {
    expect(query({ id: 'a;_all/../b' })).toBe('view/instances/a%3B_all%2F..%2Fb');
  });

  it('refuses unknown modifiers', () => {
    // @ts-expect-error a modifier that the API does not have
    expect(query({ modifiers: { everything: true } })).toBe('view/instances;_everything');
    // @ts-expect-error a limit is a number
    expect(query({ modifiers: { limit: 'few' } })).toBe('view/instances;_limit=few');
  });
});
