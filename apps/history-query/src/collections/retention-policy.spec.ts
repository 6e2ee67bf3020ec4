import { readRetentionRule, retentionOf, type RetentionRule } from './retention-policy';

const rules = (...texts: string[]): RetentionRule[] => texts.map((text) => readRetentionRule(text)!);

describe('retention rules', () => {
  it('[V2-KEEP-1] keep everything by default', () => {
    expect(retentionOf('view/instances', [])).toEqual({ keep: 'all' });
    expect(retentionOf('view/instances', rules('svc/*=live'))).toEqual({ keep: 'all' });
  });

  it('[V2-KEEP-1] take the most specific rule', () => {
    const some = rules('view/instances=age:5', '*=last', 'view/*=live', 'svc/*=live', 'svc/*=all');
    expect(retentionOf('view/instances', some)).toEqual({ keep: 'age', ms: 5 });
    expect(retentionOf('view/simpleQueues', some)).toEqual({ keep: 'live' });
    expect(retentionOf('cloud/instances', some)).toEqual({ keep: 'last' });
    expect(retentionOf('svc/clusters', some)).toEqual({ keep: 'all' });
  });

  it.each([
    '',
    'view/instances',
    'view=live',
    'view/instances=age',
    'view/instances=age:0',
    '*/a=all',
    'a/b=some',
  ])('refuses the retention rule %j', (text) => {
    expect(readRetentionRule(text)).toBeUndefined();
  });
});
