import { filtersOf, queryOf } from './job-filters';

const filtersIn = (address: string) => filtersOf(new URLSearchParams(address));

describe('the filters of the search of jobs', () => {
  it('are read from the address without blanks and unknown values', () => {
    expect(filtersIn('name=a%25&user=+&tag=x,+y&status=FAILED&status=LOST&finishedIn=2h')).toEqual({
      name: 'a%',
      tag: ['x', 'y'],
      status: ['FAILED'],
    });
  });

  it('are a query whose time counts back from now', () => {
    const now = 1_800_000_000_000;
    expect(queryOf(filtersIn('status=FAILED&finishedIn=24h'), now)).toEqual({
      status: ['FAILED'],
      minFinished: now - 86_400_000,
    });
    expect(queryOf(filtersIn('user=ana'), now)).toEqual({ user: 'ana' });
  });
});
