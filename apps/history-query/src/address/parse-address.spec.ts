import fc from 'fast-check';
import { ServiceError } from '@portolan/service';
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
    'view/instances;_limit=1;_unknown=2',
    'view/instances;_limit=7;_limit=1',
    'view/instances;_limit=%31',
  ])('reads _limit=1 in %s', (raw) => {
    expect(parseAddress(raw)).toMatchObject({ segments: ['view', 'instances'], modifiers: { limit: 1 } });
  });

  it('[V2-ADDR-6] takes a comma list of ids, and an encoded comma as part of an id', () => {
    expect(parseAddress('a/b/x,y%2Cz,')).toMatchObject({ ids: ['x', 'y,z'], idList: true });
    expect(parseAddress('a/b/x%2Cy')).toMatchObject({ ids: ['x,y'], idList: false });
  });

  it('[V2-ADDR-5] decodes each part after splitting', () => {
    const address = parseAddress('a/b/arn%3Aaws%2Fq%3Bx;k%2Ee.y=1%2C2,3%3D;z=a=b=c');
    expect(address.ids).toEqual(['arn:aws/q;x']);
    expect(address.selects).toMatchObject([
      { path: ['k.e', 'y'], values: ['1,2', '3='] },
      { path: ['z'], values: ['a=b=c'] },
    ]);
  });

  it('[V2-SEL-5] reads an argument without a value as a question for presence', () => {
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
    ['a/b;_all=0', false],
    ['a/b;_all=false', false],
  ])('reads the flag in %s as %s', (raw, on) => {
    expect(parseAddress(raw).modifiers.all).toBe(on);
  });

  it('[V2-MOD-4] reads _diff without a number as the whole document', () => {
    expect(parseAddress('a/b/c;_diff').modifiers.diff).toBe('full');
    expect(parseAddress('a/b/c;_diff=').modifiers.diff).toBe('full');
    expect(parseAddress('a/b/c;_diff=0').modifiers.diff).toBe(0);
  });

  it('takes no limit for 0 and less', () => {
    expect(parseAddress('a/b;_limit=0').modifiers.limit).toBeUndefined();
    expect(parseAddress('a/b;_limit=-3').modifiers.limit).toBeUndefined();
  });

  it.each([
    ['a/b:c', 'invalid path: a/b:c'],
    ['a//b', 'invalid path: a//b'],
    ['a/b;x=1/2', 'invalid path: x=1/2'],
    ['a/b;=v', 'invalid argument: "=v"'],
    ['a/b;_at=', '"_at="'],
    ['a/b;_since=soon', '"_since=soon"'],
    ['a/b;_until=1.5', '"_until=1.5"'],
    ['a/b;_limit=many', '"_limit=many"'],
    ['a/b/c;_diff=-1', '"_diff=-1"'],
    ['a/b;_callback=alert(1)', 'alert(1)'],
    ['a/b;x=%C3', '"%C3"'],
    ['a/b/%E0%A4', '"%E0%A4"'],
    ['a/b:(x', '":(x"'],
    ['a/b;_pp::(x)', '"::(x)"'],
    ['a/b:(x y=nope)', 'invalid selector'],
    ['a/b:(x=)', 'is expected at'],
    ['a/b:(x~/(/)', 'not a regular expression: "("'],
    ['a/b:(x~/a)', 'the closing / is missing'],
    ['a/b:(x="a)', 'the closing quote is missing'],
    ['a/b:((x))', 'is expected'],
    ['a/b:(x))', 'the end is expected'],
    [`a/b:(${'x:('.repeat(40)}${')'.repeat(41)}`, 'nested too deeply'],
  ])('[V2-ERR-1] quotes what is wrong in %s', (raw, quoted) => {
    expect(messageOf(raw)).toContain(quoted);
  });

  it('never fails but with a malformed address', () => {
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

  it('gives back any id, key and value that was encoded', () => {
    const part = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(part, part, part, (id, key, value) => {
        const address = parseAddress(`a/b/${encodeAll(id)};${encodeAll(key)}=${encodeAll(value)}`);
        expect(address.ids).toEqual([id]);
        expect(address.selects).toMatchObject([{ path: [key], values: [value] }]);
      }),
    );
  });
});
