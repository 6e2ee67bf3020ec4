import {
  Flag,
  IntegerList,
  JsonObject,
  Nested,
  NestedList,
  VisibleName,
  Numeric,
  OneOf,
  Text,
  TextList,
  validate,
} from './index';
import { ValidationFailedError, type FieldError } from './field-error';

class Owner {
  @Text({ max: 5 }) name!: string;
}

class Strict {
  @Text({ max: 5 }) name!: string;
  @Numeric({ optional: true, min: 1 }) count?: number | null;
  @IntegerList({ optional: true, min: 1, max: 9 }) codes?: number[] | null;
}

class Sample {
  @Text({ max: 8, sizeMessage: 'a name has 1 to 8 characters' }) name!: string;
  @Text({ optional: true, max: 3, coerce: true }) @VisibleName() code?: string | null;
  @Numeric({ optional: true, min: 1, integer: true, coerce: true }) memory?: number;
  @Flag({ optional: true, coerce: true }) on?: boolean;
  @OneOf({ Up: 'UP', Down: 'DOWN' }, { ignoreCase: true }) status!: string;
  @TextList({ optional: true, unique: true, max: 4, without: (tag) => tag.startsWith('sys.') })
  tags?: string[];
  @Nested(() => Owner, { optional: true }) owner?: Owner;
  @NestedList(() => Owner, { optional: true }) owners?: Owner[];
  @JsonObject({ optional: true }) metadata?: object;
  @NestedList(() => Strict, { optional: true, strict: true, maxEntries: 2, textAs: 'name' })
  strict?: Strict[];
}

const valid = { name: 'a', status: 'UP' };

function errorsOf(plain: unknown): readonly FieldError[] {
  try {
    validate(Sample, plain);
  } catch (error) {
    if (error instanceof ValidationFailedError) return error.errors;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('validate', () => {
  it('reads a valid object, drops unknown fields and keeps free JSON', () => {
    const read = validate(Sample, { ...valid, extra: 1, _links: {}, metadata: { a: [1, null] } });
    expect(read).toEqual({ name: 'a', status: 'UP', metadata: { a: [1, null] } });
    expect(read).toBeInstanceOf(Sample);
  });

  it.each([
    [{ status: 'UP' }, 'name', 'absent'],
    [{ ...valid, name: null }, 'name', 'constraint'],
    [{ ...valid, name: '' }, 'name', 'constraint'],
    [{ ...valid, name: 'ninechars' }, 'name', 'constraint'],
    [{ ...valid, name: 7 }, 'name', 'type'],
    [{ ...valid, code: ' ' }, 'code', 'constraint'],
    [{ ...valid, code: 'a\u00a0' }, 'code', 'constraint'],
    [{ ...valid, code: '\0' }, 'code', 'constraint'],
    [{ ...valid, code: 'a\nb' }, 'code', 'constraint'],
    [{ ...valid, code: 'a\u0085b' }, 'code', 'constraint'],
    [{ ...valid, code: '\u200b' }, 'code', 'constraint'],
    [{ ...valid, code: '\u3164\u2800' }, 'code', 'constraint'],
    [{ ...valid, code: '\u{e0020}' }, 'code', 'constraint'],
    [{ ...valid, memory: 0 }, 'memory', 'constraint'],
    [{ ...valid, memory: 'much' }, 'memory', 'type'],
    [{ ...valid, status: 'SIDEWAYS' }, 'status', 'type'],
    [{ ...valid, tags: 'a' }, 'tags', 'type'],
    [{ ...valid, tags: ['', 'a'] }, 'tags', 'constraint'],
    [{ ...valid, owner: { name: 'too long' } }, 'owner.name', 'constraint'],
    [{ ...valid, owner: 'me' }, 'owner', 'type'],
    [{ ...valid, owners: [{ name: 'a' }, {}] }, 'owners[1].name', 'absent'],
    [{ ...valid, strict: [{ name: 'too long' }] }, 'strict[0].name', 'type'],
    [{ ...valid, strict: [{ name: null }] }, 'strict[0].name', 'type'],
    [{ ...valid, strict: [{ name: 'a', count: 0 }] }, 'strict[0].count', 'type'],
    [{ ...valid, strict: [{ name: 'a', codes: [1, 10] }] }, 'strict[0].codes', 'type'],
    [{ ...valid, strict: [{ name: 'a', codes: [1.5] }] }, 'strict[0].codes', 'type'],
    [{ ...valid, strict: [{ name: 'a' }, { name: 'a' }, { name: 'a' }] }, 'strict', 'type'],
  ])('%j is refused at %s as %s', (plain, field, kind) => {
    expect(errorsOf(plain)).toEqual([expect.objectContaining({ field, kind })]);
  });

  it('names the whole path of a nested field in its message', () => {
    expect(errorsOf({ ...valid, owner: {} })[0]?.message).toMatch(/^owner\.name /);
  });

  it.each([
    [{ ...valid, name: '' }, 'a name has 1 to 8 characters'],
    [{ ...valid, name: 'ninechars' }, 'a name has 1 to 8 characters'],
    [{ ...valid, name: 7 }, 'name must be a string'],
    [{ ...valid, memory: 'x' }, 'memory must be a whole number from 1 to 9007199254740991'],
    [{ ...valid, memory: '9'.repeat(20) }, 'memory must be a whole number from 1 to 9007199254740991'],
    [{ ...valid, on: 'x' }, 'on must be true or false'],
    [{ ...valid, code: 'long' }, 'code must have at most 3 characters'],
  ])('reports %j in the words of the class: %s', (plain, message) => {
    expect(errorsOf(plain)[0]?.message).toBe(message);
  });

  it('reports every wrong field and the most basic kind', () => {
    const attempt = () => validate(Sample, { name: '', status: 3 });
    expect(attempt).toThrow(ValidationFailedError);
    expect(errorsOf({ name: '', status: 3 }).map((error) => error.field)).toEqual(['name', 'status']);
  });

  it.each([null, 'text', 3, [valid]])('%j is not an object', (plain) => {
    expect(errorsOf(plain)).toEqual([expect.objectContaining({ field: '', kind: 'type' })]);
  });

  it('coerces where the class says so', () => {
    expect(validate(Sample, { ...valid, memory: '12', on: 'TRUE', code: 7 })).toMatchObject({
      memory: 12,
      on: true,
      code: '7',
    });
  });

  it('keeps the first of equal entries of a set and reads enumerations in any case', () => {
    expect(validate(Sample, { ...valid, status: 'down', tags: ['b', 'a', 'b'] })).toMatchObject({
      status: 'DOWN',
      tags: ['b', 'a'],
    });
  });

  it('reads a text as the object that it abbreviates', () => {
    const { strict } = validate(Sample, { ...valid, strict: ['a', { name: 'b' }] });
    expect(strict).toMatchObject([{ name: 'a' }, { name: 'b' }]);
    expect(errorsOf({ ...valid, strict: [''] })).toMatchObject([{ field: 'strict[0].name' }]);
  });

  it('validates no entry of an absent list', () => {
    expect(validate(Sample, { ...valid, tags: ['a', 'sys.far too long'] }).tags).toEqual(['a']);
    expect(errorsOf({ ...valid, tags: ['sys.one', 7] })).toMatchObject([{ field: 'tags', kind: 'type' }]);
  });

  it('accepts null for an optional field', () => {
    expect(validate(Sample, { ...valid, code: null, owner: null })).toMatchObject({
      code: null,
      owner: null,
    });
  });
});
