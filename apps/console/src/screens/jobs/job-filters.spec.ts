import { filtersIn, filtersOf, lastingOf, mayRun, queryOf } from './job-filters';

const filtersAt = (address: string) => filtersOf(new URLSearchParams(address));

describe('the filters of the search of jobs', () => {
  it('are read from the address without blanks and unknown values', () => {
    expect(filtersAt('name=a%25&user=+&tag=x,+y&status=FAILED&status=LOST&finishedIn=2h')).toEqual({
      name: 'a%',
      tag: ['x', 'y'],
      status: ['FAILED'],
    });
  });

  it('are a query whose time counts back from now', () => {
    const now = 1_800_000_000_000;
    expect(queryOf(filtersAt('status=FAILED&finishedIn=24h'), now)).toEqual({
      status: ['FAILED'],
      minFinished: now - 86_400_000,
    });
    expect(queryOf(filtersAt('user=ana'), now)).toEqual({ user: 'ana' });
  });

  it('[CONSOLE-JOBS-1] are all that the API has; a moment that is none is left out', () => {
    const texts = { clusterId: 'c', commandId: 'd', grouping: 'g', groupingInstance: '1', arrayId: 'sweep' };
    const address = new URLSearchParams({ ...texts, minStarted: '1', maxFinished: '2', maxStarted: 'now' });
    expect(filtersOf(address)).toEqual({ ...texts, minStarted: 1, maxFinished: 2 });
  });

  it('[CONSOLE-RELEASE-1] are those that a release of the API has', () => {
    const later = ['nodeId', 'grouping', 'groupingInstance', 'arrayId'];
    const lackedBy = (release: '3.2' | '4.0' | undefined) =>
      later.filter((name) => !filtersIn(release).some((one) => one === name));
    expect(lackedBy('3.2')).toEqual(later);
    expect(lackedBy('4.0')).toEqual(['nodeId', 'arrayId']);
    expect(lackedBy(undefined)).toEqual([]);
  });

  it('[CONSOLE-JOBS-1] with times of an end find no job that runs', () => {
    expect(mayRun(filtersAt('user=ana&minStarted=1&status=RUNNING'))).toBe(true);
    for (const address of ['maxFinished=1', 'minFinished=1', 'finishedIn=1h', 'status=FAILED'])
      expect(mayRun(filtersAt(address))).toBe(false);
  });

  it('[CONSOLE-LIVE-1] are followed without those that a job may stop matching', () => {
    expect(lastingOf(filtersAt('user=ana&status=RUNNING&finishedIn=1h&maxStarted=5'))).toEqual({
      user: 'ana',
    });
  });
});
