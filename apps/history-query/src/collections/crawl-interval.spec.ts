import { INTERVAL_RULE, crawlInterval } from './crawl-interval';

const interval = (name: string, rules: string[] = [], everyMs?: number): number | undefined =>
  crawlInterval({ name, everyMs }, rules, 60_000);

describe('crawlInterval', () => {
  it('[V2-CRAWL-12] is the default one, or that of a slow collection, without a rule', () => {
    expect(interval('cloud/vpcs')).toBe(60_000);
    expect(interval('cloud/stacks', [], 3_600_000)).toBe(3_600_000);
    expect(interval('cloud/stacks', ['cloud/stacks=5000'], 3_600_000)).toBe(5000);
    expect(interval('cloud/images', ['cloud/images=off'])).toBeUndefined();
  });

  it('takes the most specific rule, the last of equals; one without an account applies to all', () => {
    const rules = [
      '*=1',
      'cloud/*=2',
      'cloud/vpcs=3',
      'cloud/vpcs=4',
      'test.cloud/*=5',
      'test.cloud/tags=off',
    ];
    expect(interval('svc/jobs', rules)).toBe(1);
    expect(interval('cloud/tags', rules)).toBe(2);
    expect(interval('prod.eu.cloud/vpcs', rules)).toBe(4);
    expect(interval('test.cloud/vpcs', rules)).toBe(5);
    expect(interval('test.cloud/tags', rules)).toBeUndefined();
  });

  it.each(['cloud/vpcs', 'cloud/vpcs=0', 'vpcs=5', 'cloud/vpcs=never'])('refuses the rule %s', (rule) => {
    expect(rule).not.toMatch(INTERVAL_RULE);
  });
});
