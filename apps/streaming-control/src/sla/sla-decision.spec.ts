import { decideSla, type SlaJob } from './sla-decision';

/** `1A 2L`: numbers with Accepted or Launched. */
const jobs = (text: string): SlaJob[] =>
  text.split(' ').map((one) => ({
    number: Number(one.slice(0, -1)),
    state: one.endsWith('A') ? 'Accepted' : 'Launched',
  }));

describe('SLA enforcement', () => {
  it.each([
    ['1L 2A', 0],
    ['1L', 1],
  ])('an SLA with min 2 and %s submits %i', (text, submit) => {
    expect(decideSla(jobs(text), { min: 2, max: 0 }, 3).submit).toBe(submit);
  });

  it('submits the whole minimum when no job runs', () => {
    expect(decideSla([], { min: 3, max: 3 }, 3)).toEqual({ submit: 3, kill: [] });
  });

  it.each([
    ['1A 2L 3A 4L', [1]],
    ['1A 2L 3L 4L', [1, 2]],
    ['1A 2A 3A 4L 5A 6L', [1, 2, 3]],
    ['1A 2A 3A 4L 5A 6L 7L', [1, 2, 3, 4, 5]],
  ])('an SLA with max 2 and %s kills %j', (text, kill) => {
    expect(decideSla(jobs(text), { min: 0, max: 2 }, 0).kill).toEqual(kill);
  });

  it.each([
    ['1A 2L 3A 4L 5A 6A', 2, 0, [1, 3, 5]],
    ['1L 2A 3A 4A 5A 6A', 1, 1, [2, 3, 4, 5]],
  ])('an SLA with headroom 1 and %s kills the surplus accepted jobs', (text, max, min, kill) => {
    expect(decideSla(jobs(text), { min, max }, 1).kill).toEqual(kill);
  });

  it('keeps the old job while its successor is not launched', () => {
    expect(decideSla(jobs('1L 2A'), { min: 0, max: 1 }, 3).kill).toEqual([]);
    expect(decideSla(jobs('1L 2L'), { min: 0, max: 1 }, 3).kill).toEqual([1]);
  });

  it('has no maximum with max 0', () => {
    expect(decideSla(jobs('1L 2L 3L'), { min: 0, max: 0 }, 3)).toEqual({ submit: 0, kill: [] });
  });
});
