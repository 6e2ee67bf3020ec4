import { keptHeaders } from './client-headers';

describe('headers of a client', () => {
  it('[V3-SEL-9] are kept when their name begins with a prefix, in any case', () => {
    const headers = { portolan_team: 'blue', 'x-portolan_team': 'no', authorization: 'secret', other_a: '1' };
    expect(keptHeaders(headers, ['PORTOLAN_'])).toEqual({ portolan_team: 'blue' });
    expect(keptHeaders(headers, ['portolan_', 'Other_'])).toEqual({ portolan_team: 'blue', other_a: '1' });
    expect(keptHeaders(headers, [])).toEqual({});
  });

  it('are limited in number and length', () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`portolan_${index}`, 'x']));
    expect(Object.keys(keptHeaders(many, ['portolan_']))).toHaveLength(32);
    expect(keptHeaders({ portolan_a: 'x'.repeat(2000) }, ['portolan_']).portolan_a).toHaveLength(1024);
  });
});
