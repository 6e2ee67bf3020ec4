import { closest } from './closest.ts';
import { reference, unknownFields, type Schemas } from './unknown-fields.ts';

const TEXT = {};
const SCHEMAS: Schemas = {
  Job: {
    properties: {
      name: TEXT,
      retry: { anyOf: [reference('Retry'), {}] },
      metadata: { additionalProperties: true },
      dependsOn: { items: { anyOf: [{ properties: { id: TEXT } }, TEXT] } },
    },
  },
  Retry: { properties: { limit: TEXT } },
  Shown: { properties: { created: TEXT } },
};
const EITHER = { anyOf: [reference('Job'), reference('Shown')] };
const pathsIn = (document: unknown) => unknownFields(document, EITHER, SCHEMAS).map(({ path }) => path);

describe('the fields of a document', () => {
  it('are known from its schemas, nested ones and alternatives too', () => {
    const document = {
      ...{ name: 'x', created: 'now', retry: { limit: 1 }, metadata: { anything: { at: 'all' } } },
      dependsOn: ['a', { id: 'b' }],
    };
    expect(pathsIn(document)).toEqual([]);
    expect([pathsIn(null), pathsIn('text'), pathsIn({ name: { no: 'object' } })]).toEqual([[], [], []]);
  });

  it('that are unknown have their place', () => {
    const document = { nam: 'x', retry: { limits: 1 }, dependsOn: ['a', { ID: 'b' }] };
    expect(pathsIn(document)).toEqual(['nam', 'retry.limits', 'dependsOn[1].ID']);
    const [first] = unknownFields({ nam: 1 }, reference('Retry'), SCHEMAS);
    expect(first).toEqual({ path: 'nam', name: 'nam', known: ['limit'] });
  });
});

describe('the closest name', () => {
  it.each([
    ['retrys', 'retry'],
    ['commandArg', 'commandArgs'],
    ['comandcriteria', 'commandCriteria'],
    ['clusterCriteria', 'clusterCriterias'],
    ['something', undefined],
  ])('of %s is %s', (name, expected) => {
    expect(closest(name, ['retry', 'commandArgs', 'commandCriteria', 'clusterCriterias'])).toBe(expected);
  });
});
