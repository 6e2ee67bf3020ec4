import { metricsText, readMetrics, workerMetrics } from './metrics';

describe('metrics of a worker', () => {
  it('are parsed by name, with summed series and types', () => {
    const text = [
      '# HELP requests_total How many.',
      '# TYPE requests_total counter',
      'requests_total{path="/a",note="a } in \\" it"} 2',
      'requests_total{path="/b"} 3 1700000000000',
      '# TYPE depth gauge',
      'depth 1.5e1',
      'untyped{} -1\r',
      'broken{ 1',
      'nothing',
      'odd NaN',
      'endless +Inf',
    ].join('\n');
    expect([...readMetrics(text)]).toEqual([
      ['requests_total', { isCounter: true, value: 5 }],
      ['depth', { isCounter: false, value: 15 }],
      ['untyped', { isCounter: false, value: -1 }],
    ]);
  });

  it('take linear time to parse, whatever a job writes', () => {
    const blanks = ' '.repeat(1 << 20);
    const lines = [
      `a${blanks}x y z`,
      `a 1${blanks}2${blanks}x`,
      `a{${'"x"'.repeat(1 << 18)}!`,
      `#${blanks}TYPE`,
    ];
    expect([...readMetrics(lines.join('\n'))]).toEqual([]);
  });

  it('are parsed from their own output', () => {
    const counts = {
      eventsIn: 7,
      eventsOut: 6,
      eventsDropped: 1,
      inputDropped: 2,
      eventsMalformed: 0,
      clients: 3,
      upstreamConnections: 0,
      bytesRead: 10,
      bytesWritten: 20,
    };
    const written = workerMetrics(counts);
    const read = readMetrics(metricsText(written, { job: 'odd "name"\\' }));
    expect([...read].map(([name, { value }]) => [name, value])).toEqual(
      written.map(({ name, value }) => [name, value]),
    );
    expect(read.get('worker_clients')?.isCounter).toBe(false);
    expect(read.get('worker_events_in_total')?.isCounter).toBe(true);
  });
});
