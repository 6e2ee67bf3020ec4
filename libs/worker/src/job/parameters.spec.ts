import { PermanentError } from './errors';
import { type ParameterDefinition, resolveParameters, runtimeNumber } from './parameters';

const definitions = {
  name: { type: 'string', required: true },
  rate: { type: 'number', default: 2.5 },
  count: { type: 'integer' },
  random: { type: 'boolean', default: false },
} as const;

describe('resolveParameters', () => {
  it('converts text by the definitions and fills in defaults', () => {
    const values = resolveParameters(definitions, [
      { name: 'name', value: ' a b ' },
      { name: 'count', value: '12' },
      { name: 'random', value: 'True' },
    ]);
    expect(values).toEqual({ name: ' a b ', rate: 2.5, count: 12, random: true });
  });

  it('accepts numbers and booleans besides text', () => {
    const values = resolveParameters(definitions, [
      { name: 'name', value: 7 },
      { name: 'rate', value: 0 },
      { name: 'random', value: true },
    ]);
    expect(values).toEqual({ name: '7', rate: 0, count: undefined, random: true });
  });

  it('takes the last of two values, and null as absent', () => {
    const values = resolveParameters(definitions, [
      { name: 'name', value: 'a' },
      { name: 'name', value: 'b' },
      { name: 'rate', value: null },
    ]);
    expect(values).toMatchObject({ name: 'b', rate: 2.5 });
  });

  it('refuses a job without a required parameter', () => {
    expect(() => resolveParameters(definitions, [])).toThrow(
      new PermanentError('Missing required parameter: name, check job parameter definitions.'),
    );
  });

  it('accepts a missing required parameter with a default', () => {
    const values = resolveParameters({ n: { type: 'integer', required: true, default: 3 } }, []);
    expect(values.n).toBe(3);
  });

  it.each(['toString', 'nmae'])('refuses the unknown name %s', (unknown) => {
    const given = [
      { name: 'name', value: 'a' },
      { name: unknown, value: 'b' },
    ];
    expect(() => resolveParameters(definitions, given)).toThrow(`Unknown parameter: ${unknown},`);
  });

  it('ignores parameters of the runtime', () => {
    const given = [
      { name: 'name', value: 'a' },
      { name: 'svc.sse.bufferCapacity', value: '10' },
    ];
    expect(resolveParameters(definitions, given)).not.toHaveProperty('svc.sse.bufferCapacity');
    expect(runtimeNumber(given, 'svc.sse.bufferCapacity', 5)).toBe(10);
    expect(runtimeNumber(given, 'svc.other', 5)).toBe(5);
    expect(runtimeNumber([{ name: 'svc.other', value: 'many' }], 'svc.other', 5)).toBe(5);
  });

  it.each([
    ['count', '1.5', 'integer'],
    ['count', '', 'integer'],
    ['rate', 'fast', 'number'],
    ['rate', ' ', 'number'],
    ['rate', 'Infinity', 'number'],
    ['random', '1', 'boolean'],
  ])('refuses %s = "%s"', (name, value, type) => {
    const given = [
      { name: 'name', value: 'a' },
      { name, value },
    ];
    expect(() => resolveParameters(definitions, given)).toThrow(
      `Invalid value for parameter: ${name}, "${value}" is not of type ${type}.`,
    );
  });

  it.each<[ParameterDefinition, string, string | undefined]>([
    [{ type: 'integer', min: 1 }, '1', undefined],
    [{ type: 'integer', min: 1 }, '0', 'is less than 1'],
    [{ type: 'number', max: 0.5 }, '0.5', undefined],
    [{ type: 'number', max: 0.5 }, '0.51', 'is more than 0.5'],
    [{ type: 'string', oneOf: ['json', 'text'] }, 'text', undefined],
    [{ type: 'string', oneOf: ['json', 'text'] }, 'Text', 'is not one of json, text'],
    [{ type: 'integer', oneOf: [1, 2] }, ' 2', undefined],
    [{ type: 'string', pattern: 'a|b+' }, 'bb', undefined],
    [{ type: 'string', pattern: 'a|b+' }, 'ab', 'does not match a|b+'],
  ])('compares %j with "%s"', (definition, value, problem) => {
    const resolve = () => resolveParameters({ p: definition }, [{ name: 'p', value }]);
    if (problem === undefined) expect(resolve).not.toThrow();
    else expect(resolve).toThrow(`Invalid value for parameter: p, "${value}" ${problem}.`);
  });
});
