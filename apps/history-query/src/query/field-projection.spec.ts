import { parseFieldSelector } from '../address/parse-field-selector';
import type { Json } from '../json/json';
import { LEFT_OUT } from './field-conditions';
import { hasPattern, projectFields } from './field-projection';

const document: Json = {
  id: 'i-1',
  size: 3,
  none: null,
  state: { name: 'running', code: 16 },
  tags: [
    { key: 'owner', value: 'x' },
    { key: 'env', value: 'prod' },
  ],
  nested: { a: { b: 1, c: [1] }, d: 2 },
};

const project = (selector: string): Json | typeof LEFT_OUT =>
  projectFields(document, parseFieldSelector(selector));

describe('projectFields', () => {
  it.each([
    [':(id,size)', { id: 'i-1', size: 3 }],
    [':(state:(name))', { state: { name: 'running' } }],
    [':(tags:(key))', { tags: [{ key: 'owner' }, { key: 'env' }] }],
    [':(nope,state.name)', {}],
    [':()', {}],
    [':(none:(x))', { none: null }],
    [':(tags:(key="owner",value))', { tags: [{ key: 'owner', value: 'x' }] }],
    [':(id~/^i-/,size=3)', { id: 'i-1', size: 3 }],
    [':(nope="x",id)', { id: 'i-1' }],
    [':(nested::())', { nested: { 'a.b': 1, 'a.c': [1], d: 2 } }],
    [':(none=null)', { none: null }],
    [':(__proto__,constructor)', {}],
  ])('[V2-FIELD-1] shows %s', (selector, expected) => {
    expect(project(selector)).toEqual(expected);
  });

  it.each([
    ':(size=4)',
    ':(size!=3)',
    ':(state:(name!="running"))',
    ':(id:(x))',
    ':(id!~/1$/)',
    ':(none!=null,none~/./)',
  ])('leaves the document out for %s', (selector) => {
    expect(project(selector)).toBe(LEFT_OUT);
  });

  it.each([':(none~/x/)', ':(none!~/x/)', ':(nested:(none~/x/))', ':(list~/x/)'])(
    '[V2-FIELD-5] refuses a regular expression that meets null: %s',
    (selector) => {
      const holder: Json = { none: null, nested: { none: null }, list: ['x', null] };
      const fields = parseFieldSelector(selector);
      expect(() => projectFields(holder, fields)).toThrow(/cannot be compared with null, and "(none|list)"/);
      expect(() => projectFields(holder, fields, 'noMatch')).not.toThrow();
    },
  );

  it.each([':(none~/x/)', ':(none!~/x/)'])(
    '[V2-FIELD-5] in a feed %s does not hold for a document whose field is null',
    (selector) => {
      expect(projectFields({ none: null }, parseFieldSelector(selector), 'noMatch')).toBe(LEFT_OUT);
    },
  );

  it('[V2-FIELD-5] distinguishes selectors with regular expressions from others', () => {
    const all = [':(a~/x/)', ':(b,a:(c:(d!~/x/)))', ':(a="x",b::(c),d:(e=null))'];
    expect(all.map((selector) => hasPattern(parseFieldSelector(selector)))).toEqual([true, true, false]);
  });
});
