import { OwnMetrics } from './own-metrics';

describe('metrics of a job', () => {
  it('are kept by name, the same one each time', () => {
    const metrics = new OwnMetrics();
    const depth = metrics.gauge('queue_depth', 'What waits.');
    depth.set(5);
    metrics.gauge('queue_depth').add(-2);
    const counter = metrics.counter('orders_total');
    counter.add();
    counter.add(3);
    counter.add(-10);
    expect(metrics.all).toEqual([
      { name: 'queue_depth', type: 'gauge', help: 'What waits.', value: 3 },
      { name: 'orders_total', type: 'counter', help: '', value: 4 },
    ]);
  });

  it.each(['', '1st', 'a-b', 'worker_load', 'process_x', 'job_master_y'])(
    'refuses a metric of a job called "%s"',
    (name) => {
      expect(() => new OwnMetrics().gauge(name)).toThrow(TypeError);
    },
  );

  it('keep their type', () => {
    const metrics = new OwnMetrics();
    metrics.gauge('load');
    expect(() => metrics.counter('load')).toThrow('the metric load exists as a gauge');
  });
});
