import fc from 'fast-check';
import { ServiceError } from '@portolan/service';
import type { FieldSelector } from './parse-field-selector';
import { parseAddress } from './parse-address';

const messageOf = (raw: string): string => {
  try {
    parseAddress(raw);
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'malformed') return error.message;
    throw error;
  }
  throw new Error(`${raw} was accepted`);
};

const encodeAll = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const flag = fc.constantFrom('', '=1', '=true', '=0');
const number = fc.nat().map((value) => `=${value}`);
/** Not of ten digits, which are refused. */
const moment = fc.integer({ min: 1e10, max: 1e13 }).map((value) => `=${value}`);

describe('parseAddress', () => {
  it('[V2-ADDR-1] reads segments, arguments and selector of one address', () => {
    const address = parseAddress(
      'view/instances;state.name=running,stopped;tags.key=owner;_since=5;_expand:(instanceId,tags:(key))',
    );
    expect(address.segments).toEqual(['view', 'instances']);
    expect(address.selects).toEqual([
      { name: 'state.name', path: ['state', 'name'], values: ['running', 'stopped'] },
      { name: 'tags.key', path: ['tags', 'key'], values: ['owner'] },
    ]);
    expect(address.modifiers).toMatchObject({ since: 5, expand: true, all: false, limit: undefined });
    expect(address.selector).toEqual([{ key: 'instanceId' }, { key: 'tags', fields: [{ key: 'key' }] }]);
  });

  it.each([
    'view/instances/;_limit=1',
    'view/instances;;_limit=1;',
    'view/instances;_limit=7;_limit=1',
    'view/instances;_limit=%31',
  ])('reads _limit=1 in %s', (raw) => {
    expect(parseAddress(raw)).toMatchObject({ segments: ['view', 'instances'], modifiers: { limit: 1 } });
  });

  it('[V2-ADDR-6] takes a comma list of ids, and an encoded comma as part of an id', () => {
    expect(parseAddress('a/b/x,y%2Cz,')).toMatchObject({ ids: ['x', 'y,z'], idList: true });
    expect(parseAddress('a/b/x%2Cy')).toMatchObject({ ids: ['x,y'], idList: false });
  });

  it('[V2-ADDR-21] decodes an encoded slash as a separator in the name of the collection only', () => {
    expect(parseAddress('a%2Fb')).toMatchObject({ segments: ['a', 'b'] });
    expect(parseAddress('a%2fb/x%2Fy;k=%2F')).toMatchObject({ segments: ['a', 'b', 'x/y'], ids: ['x/y'] });
  });

  it('[V2-ADDR-5] decodes each part after splitting', () => {
    const address = parseAddress('a/b/arn%3Aaws%2Fq%3Bx;k%2Ee.y=1%2C2,3%3D;z=a=b=c');
    expect(address.ids).toEqual(['arn:aws/q;x']);
    expect(address.selects).toMatchObject([
      { path: ['k.e', 'y'], values: ['1,2', '3='] },
      { path: ['z'], values: ['a=b=c'] },
    ]);
  });

  it('[V2-SEL-5] reads an argument without a value as a test for presence', () => {
    expect(parseAddress('a/b;x;y=;z=,').selects).toMatchObject([
      { path: ['x'], values: undefined },
      { path: ['y'], values: undefined },
      { path: ['z'], values: undefined },
    ]);
  });

  it.each([
    ['a/b;_all', true],
    ['a/b;_all=', true],
    ['a/b;_all=1', true],
    ['a/b;_all=true', true],
    ['a/b;_all=True', true],
    ['a/b;%5Fall', true],
    ['a/b;_all=0', false],
    ['a/b;_all=false', false],
  ])('[V2-MOD-21] reads the flag in %s as %s', (raw, on) => {
    expect(parseAddress(raw).modifiers.all).toBe(on);
  });

  it('[V2-MOD-4] reads _diff without a number as the whole document', () => {
    expect(parseAddress('a/b/c;_diff').modifiers.diff).toBe('full');
    expect(parseAddress('a/b/c;_diff=').modifiers.diff).toBe('full');
    expect(parseAddress('a/b/c;_diff=0').modifiers.diff).toBe(0);
  });

  it('reads 0 and less as no limit', () => {
    expect(parseAddress('a/b;_limit=0').modifiers.limit).toBeUndefined();
    expect(parseAddress('a/b;_limit=-3').modifiers.limit).toBeUndefined();
  });

  it.each([
    ['a/b:c', 'invalid path: a/b:c'],
    ['a//b', 'invalid path: a//b'],
    ['a/b;x=1/2', 'invalid path: x=1/2'],
    ['a/b;=v', 'invalid argument: "=v"'],
    ['a/b;_at=', '"_at="'],
    ['a/b;_at=1791374400', 'ten digits'],
    ['a/b;_since=soon', '"_since=soon"'],
    ['a/b;_until=1.5', '"_until=1.5"'],
    ['a/b;_limit=many', '"_limit=many"'],
    ['a/b/c;_diff=-1', '"_diff=-1"'],
    ['a/b;_callback=alert(1)', 'alert(1)'],
    ['a/b;x=%C3', '"%C3"'],
    ['a/b/%E0%A4', '"%E0%A4"'],
    ['a/b:(x', '":(x"'],
    ['a/b;_pp::(x)', '"::(x)"'],
    ['a/b;_expand:x)', '"_expand:x)"'],
    ['a/b;_expand(x)', '"_expand(x)"'],
    ['a/b:(x y=nope)', 'invalid selector'],
    ['a/b:(x=)', 'is expected at'],
    ['a/b:(x~/(/)', 'not a valid regular expression: "("'],
    ['a/b:(x~/a)', 'the closing / is missing'],
    ['a/b:(x="a)', 'the closing quote is missing'],
    ['a/b:((x))', 'is expected'],
    ['a/b:(x))', 'the end is expected'],
    [`a/b:(${'x:('.repeat(40)}${')'.repeat(41)}`, 'nested too deeply'],
  ])('[V2-ERR-1] quotes the invalid part of %s', (raw, quoted) => {
    expect(messageOf(raw)).toContain(quoted);
  });

  it.each([
    ['a/b;_sicne=0', '"_sicne" is not a modifier, the closest is "_since"'],
    ['a/b;_exp', '"_exp" is not a modifier, the closest is "_expand"'],
    ['a/b;_AT=0', '"_AT" is not a modifier, the closest is "_at"'],
    ['a/b;_count', '"_count" is not a modifier, the closest is'],
    ['a/b/c;_limit=1;%5Funtill=5;_all', '"_untill" is not a modifier, the closest is "_until"'],
    ['a/b;_', '"_" is not a modifier, the closest is'],
  ])('[V2-ADDR-11] names the modifier that is closest to the unknown one in %s', (raw, message) => {
    expect(messageOf(raw)).toContain(message);
  });

  it.each(['_all=yes', '_pp=2', '_expand=on', '_meta=data', '_updated=-1', '_live=%00'])(
    '[V2-MOD-21] refuses the value of %s',
    (flagged) => {
      expect(messageOf(`a/b;${flagged}`)).toContain(`"${flagged}", expected no value, 1 or true for on`);
    },
  );

  it.each(['size!=4', 'size>4', 'size<=4', 'name~/x/', 'name~x', 'size!'])(
    '[V2-SEL-8] refuses the operator of %s',
    (select) => {
      if (!select.includes('/')) expect(messageOf(`a/b;${select}`)).toContain('only compares with =');
      else expect(messageOf(`a/b;${select}`)).toContain('invalid path');
    },
  );

  it('[V2-SEL-8] reads an encoded operator as part of the name', () => {
    expect(parseAddress('a/b;size%21=4;a%3Eb').selects).toMatchObject([
      { path: ['size!'] },
      { path: ['a>b'] },
    ]);
  });

  it.each([
    '2026-10-07T12:00:00Z',
    '2026-10-07T12%3A00%3A00Z',
    '20261007T120000Z',
    '2026-10-07T14:00:00%2B02:00',
  ])('[V2-TIME-1] reads %s beside other arguments and a selector', (text) => {
    const { modifiers, selector } = parseAddress(`a/b;_since=${text};_until=${text};x=1;_expand:(y)`);
    expect(modifiers).toMatchObject({ since: 1791374400000, until: 1791374400000, expand: true });
    expect(selector).toEqual([{ key: 'y' }]);
  });

  it('[V2-TIME-1] counts relative times of one address from the same moment', () => {
    const before = Date.now();
    const { since, until } = parseAddress('a/b;_since=-2h;_until=now').modifiers;
    expect(until! - since!).toBe(7_200_000);
    expect(until).toBeGreaterThanOrEqual(before);
    expect(until).toBeLessThanOrEqual(Date.now());
  });

  it('throws nothing but malformed errors', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab/;:=,.()~!"%_0123 ^\\allit', '_at', '%2F', ':(') });
    fc.assert(
      fc.property(text, (raw) => {
        try {
          parseAddress(raw);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
          expect((error as ServiceError).kind).toBe('malformed');
        }
      }),
      { numRuns: 3000 },
    );
  });

  it.each(['f', 'JSON_CALLBACK', 'angular.callbacks._0', '$.j1', '_'])(
    '[V2-MOD-18] accepts the callback %s',
    (name) => {
      expect(parseAddress(`a/b;_callback=${name}`).modifiers.callback).toBe(name);
    },
  );

  it.each(['1', '..', 'a.', '.a', 'a..b', 'a.1', 'a%20b', 'a[0]', 'a%28b', 'a%0Ab', 'x'.repeat(129)])(
    '[V2-MOD-18] refuses the callback %s',
    (name) => {
      expect(messageOf(`a/b;_callback=${name}`)).toContain('a JavaScript name such as');
    },
  );

  const someArguments = fc.record(
    {
      ...{ _all: flag, _expand: flag, _live: flag, _meta: flag, _pp: flag, _updated: flag },
      ...{ _at: moment, _since: moment, _until: moment, _limit: number, _diff: number },
      ...{ _callback: fc.constantFrom('=f', '=a.b'), 'state.name': fc.constantFrom('=running', '') },
    },
    { requiredKeys: [] },
  );

  it('[V2-MOD-20] reads arguments in any combination and order alike', () => {
    fc.assert(
      fc.property(someArguments, fc.infiniteStream(fc.nat()), (chosen, ranks) => {
        const given = Object.entries(chosen).map(([name, value]) => `;${name}${value}`);
        const shuffled = given
          .map((one) => ({ one, rank: Number(ranks.next().value) }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ one }) => one);
        const [address, other] = [given, shuffled].map((list) => parseAddress(`a/b/c${list.join('')}:(x)`));
        expect(other).toEqual(address);
        const { _at, _all, _callback } = chosen;
        expect(address?.modifiers).toMatchObject({
          at: _at === undefined ? undefined : Number(_at.slice(1)),
          all: _all !== undefined && _all !== '=0',
          callback: _callback?.slice(1),
        });
      }),
    );
  });

  it('parses any formatted field selector', () => {
    const key = fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom(...'abc._-09') });
    const literal = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string({ unit: 'grapheme' }));
    const { selector } = fc.letrec<{ selector: FieldSelector }>((tie) => ({
      selector: fc.array(
        fc.oneof(
          { depthSize: 'small' },
          fc.record({ key }),
          fc.record({ key, condition: fc.record({ negated: fc.boolean(), literal }) }),
          fc.record({ key, flatten: fc.constant(true) }),
          fc.record({ key, fields: tie('selector') }),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    }));
    const written = (items: FieldSelector): string => `:(${items.map(itemText).join(',')})`;
    const itemText = ({ key: name, fields, flatten, condition }: FieldSelector[number]): string => {
      if (fields) return name + written(fields);
      if (flatten) return `${name}::(x)`;
      if (!condition || !('literal' in condition)) return name;
      const value = condition.literal;
      const text =
        typeof value === 'string'
          ? `%22${encodeURIComponent(value.replace(/["\\]/g, '\\$&'))}%22`
          : String(value);
      return `${name}${condition.negated ? '!' : ''}=${text}`;
    };
    fc.assert(
      fc.property(selector, (items) => {
        expect(parseAddress(`a/b${written(items)}`).selector).toEqual(items);
      }),
    );
  });

  it('decodes any encoded id, key and value', () => {
    const part = fc.string({ minLength: 1, unit: 'grapheme' });
    const fieldName = part.filter((name) => !name.startsWith('_'));
    fc.assert(
      fc.property(part, fieldName, part, (id, key, value) => {
        const address = parseAddress(`a/b/${encodeAll(id)};${encodeAll(key)}=${encodeAll(value)}`);
        expect(address.ids).toEqual([id]);
        expect(address.selects).toMatchObject([{ path: [key], values: [value] }]);
      }),
    );
  });
});
