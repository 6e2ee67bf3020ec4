import { CronPolicy, normalizeSla, slaProblem } from './cluster-sla';

describe('SLA limits', () => {
  it('lets a cron spec set min 0 and max 1 and keep existing jobs', () => {
    expect(normalizeSla({ min: 3, max: 5, cronSpec: '0 0 12 * * ?' })).toEqual({
      min: 0,
      max: 1,
      cronSpec: '0 0 12 * * ?',
      cronPolicy: CronPolicy.KeepExisting,
    });
  });

  it('treats a blank cron spec as absent', () => {
    expect(normalizeSla({ min: 1, max: 2, cronSpec: ' ', cronPolicy: CronPolicy.KeepNew })).toEqual({
      min: 1,
      max: 2,
      cronSpec: null,
      cronPolicy: null,
    });
  });

  it.each([
    [1, 0, 'Cannot have max=0 < min=1'],
    [6, 10, 'Specified min sla value 6 cannot be >5'],
    [0, 101, 'Max sla value 101 cannot be >100'],
    [5, 100, undefined],
  ])('min %i, max %i: %s', (min, max, problem) => {
    expect(slaProblem({ min, max })).toBe(problem);
  });
});
