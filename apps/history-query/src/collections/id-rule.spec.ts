import { idBy, idsOf, readIdRule } from './id-rule';

describe('id rules', () => {
  it.each([
    ['instanceId', { instanceId: 'i-1' }, 'i-1'],
    ['meta.name', { meta: { name: 'x' } }, 'x'],
    ['key|resourceType|resourceId', { key: 'a|b', resourceType: 'vpc', resourceId: 'v' }, 'a|b|vpc|v'],
    ['serialNumber/', { serialNumber: 'arn:aws:iam::1:mfa/x/phone' }, 'phone'],
    ['serialNumber/', { serialNumber: 'phone' }, 'phone'],
    ['name|set?', { name: 'n', set: 'blue' }, 'n|blue'],
    ['name|set?', { name: 'n' }, 'n'],
    ['arn,name|group', { arn: 'a', name: 'n', group: 'g' }, 'a'],
    ['arn,name|group', { name: 'n', group: 'g' }, 'n|g'],
    ['arn,name|group', { name: 'n' }, undefined],
    ['name|type', { name: 'n' }, undefined],
    ['name', { name: '' }, undefined],
    ['name', { name: 5 }, undefined],
  ])('%s of %j is %p', (rule, document, id) => {
    expect(idBy(readIdRule(rule), document)).toBe(id);
  });

  it('distinguish objects of one name in any order', () => {
    const zones = [
      { name: 'a.', id: '/hostedzone/Z2' },
      { name: 'b.', id: '/hostedzone/Z3' },
      { name: 'a.', id: '/hostedzone/Z1' },
    ];
    const [name, apart] = [readIdRule('name'), readIdRule('id/')];
    expect(idsOf(zones, name, apart)).toEqual(['a.|Z2', 'b.', 'a.']);
    expect(idsOf([...zones].reverse(), name, apart)).toEqual(['a.', 'b.', 'a.|Z2']);
    expect(idsOf(zones, name, undefined)).toEqual(['a.', 'b.', 'a.']);
  });
});
