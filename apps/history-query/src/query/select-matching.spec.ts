import fc from 'fast-check';
import { parseAddress } from '../address/parse-address';
import type { Json } from '../json/json';
import { matchesSelects } from './select-matching';

const document: Json = {
  id: 'i-1',
  count: 16,
  share: 1.5,
  enabled: false,
  launched: Date.parse('2026-10-05T06:00:00.000Z'),
  name: 'web',
  flagText: 'true',
  none: null,
  blank: '',
  empty: [],
  zones: ['a', 'b'],
  state: { name: 'running', code: 16 },
  tags: [
    { key: 'owner', value: 'x' },
    { key: 'env', value: 'prod' },
  ],
  deep: [[{ a: 1 }], [{ a: 2 }]],
};

const selects = (query: string): boolean => matchesSelects(document, parseAddress(`a/b;${query}`).selects);

describe('matchesSelects', () => {
  it.each([
    '[V2-SEL-1] state.name=running',
    'count=16',
    'share=1.5',
    'enabled=false',
    'enabled=False',
    'launched=2026-10-05T06:00:00.000Z',
    'launched=1791180000000',
    'flagText=true',
    '[V2-SEL-2] zones=b',
    'zones=x,b',
    'tags.key=env',
    'deep.a=2',
    '[V2-SEL-4] tags.key=owner;tags.value=prod',
    'name',
    'state',
    'zones',
    'enabled',
  ])('matches %s', (title) => {
    expect(selects(title.replace(/^\[.*\] /, ''))).toBe(true);
  });

  it('[V2-SEL-4] matches when every argument does, whatever their order', () => {
    expect(selects('state.name=running;name')).toBe(true);
    expect(selects('state.name=running;state.name.nope')).toBe(false);
    expect(selects('tags.key=nope;state.name=running')).toBe(false);
  });

  it.each([
    'state.name=stopped',
    'state.name=Running',
    'count=16.0',
    'count=1',
    'enabled=no',
    'none=null',
    'none=None',
    'missing=None',
    'missing=x',
    'missing',
    'none',
    'blank',
    'empty',
    'state=running',
    'name.first=web',
    'zones.0=a',
    'name=web;count=17',
    'name.__proto__',
    'constructor.name',
    'zones.length=2',
  ])('does not match %s', (query) => {
    expect(selects(query)).toBe(false);
  });

  it('finds every scalar of a document by its path and text', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1 }),
          fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean()),
        ),
        (fields) => {
          for (const [key, value] of Object.entries(fields)) {
            const select = { name: key, path: [key], values: ['other value', String(value)] };
            expect(matchesSelects(fields, [select])).toBe(true);
          }
        },
      ),
    );
  });
});
