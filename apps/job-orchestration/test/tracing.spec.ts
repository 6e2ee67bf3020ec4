import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { TraceCollector, eventually, metricDifferences, type CollectedSpan } from '@portolan/service/testing';
import { job, register, startJobs, type JobsService } from './support';

// Real processes on a machine shared with other tests.

describe('traces', () => {
  let collector: TraceCollector;
  let service: JobsService;
  let stopped = false;

  const stop = async (): Promise<void> => {
    if (!stopped) await service.stop();
    stopped = true;
  };

  beforeAll(async () => {
    collector = new TraceCollector();
    const endpoint = await collector.start();
    service = await startJobs({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
        OTEL_RESOURCE_ATTRIBUTES: 'stage=test',
        RATE_LIMIT_READS_PER_MINUTE: '100000',
      },
    });
    await register(service.client);
  });
  afterAll(async () => {
    await stop();
    await collector.stop();
  });

  it('are those that docs/operations.md lists for the service', async () => {
    const exported = await (await fetch(`${service.url}/metrics`)).text();
    const document = join(__dirname, '../../../docs/operations.md');
    expect(
      metricDifferences(exported, document, [
        'Metrics of every service',
        'Metrics of every process',
        'Metrics of rate limits, where there are any',
        'Metrics of launches: job orchestration and streaming control',
        'Metrics of job orchestration',
      ]),
    ).toEqual({ undocumented: [], notExported: [] });
  });

  it('follow a job from its request through queue and claim to the end of its process', async () => {
    const traceId = randomBytes(16).toString('hex');
    const clientSpan = randomBytes(8).toString('hex');
    const answer = await fetch(`${service.url}/api/v3/jobs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-${clientSpan}-01` },
      body: JSON.stringify(job({ commandArgs: `'sleep 0.5; printf %s "$TRACEPARENT"; exit 3'` })),
    });
    expect(answer.status).toBe(202);
    const id = answer.headers.get('location')?.split('/').at(-1) ?? '';
    await service.client.ended(id);
    const output = await eventually('the output of the job', async () => {
      const { status, body } = await service.client.get<string>(`/jobs/${id}/output/stdout`);
      return status === 200 && body;
    });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    for (const value of [
      /^launch_start_delay_seconds_count\{owner="jobs",kind="batch"\} 1$/m,
      /^launches_ended_total\{owner="jobs",cause="exited"\} 1$/m,
      /^jobs_finished_total\{status="FAILED"\} 1$/m,
      /^jobs_active\{status="RUNNING"\} \d+$/m,
      /^job_notices_waiting\{kind="webhook"\} 0$/m,
      /^node_slots\{agent_cluster="default",state="free"\} \d+$/m,
      /^queue_message_duration_seconds_count\{queue="launches.default",outcome="done"\} 1$/m,
      /^database_statement_duration_seconds_count\{kind="select"\} \d+$/m,
      /^redis_request_duration_seconds_count\{operation="send"\} \d+$/m,
    ])
      expect(metrics).toMatch(value);
    // The last spans are sent when the service ends.
    await stop();

    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const named = (pattern: RegExp): CollectedSpan => {
      const found = spans.find(({ name }) => pattern.test(name));
      if (!found) throw new Error(`no span like ${pattern.source} of ${spans.map((one) => one.name).join()}`);
      return found;
    };
    const request = named(/^POST \/api\/v3\/jobs$/);
    const sent = named(/^send launches\./);
    const offer = named(/^process launches\./);
    const asked = spans.find((span) => span.name === 'POST' && span.parentSpanId === offer.spanId);
    const claim = named(/^POST \/internal\/launches\/:launchId\/claim$/);
    const prepared = named(/^prepare launch$/);
    const run = named(/^run launch$/);
    expect(request.parentSpanId).toBe(clientSpan);
    expect(sent.parentSpanId).toBe(request.spanId);
    expect(offer.parentSpanId).toBe(sent.spanId);
    expect(claim.parentSpanId).toBe(asked?.spanId);
    expect([prepared.parentSpanId, run.parentSpanId]).toEqual([request.spanId, request.spanId]);
    expect(output).toBe(`00-${traceId}-${prepared.spanId}-01`);
    expect(run.failed).toBe(true);
    expect(run.attributes).toMatchObject({ 'process.exit.code': 3, 'portolan.launch.subject': id });

    // The job was long enough for separate reports of its start and end.
    const reports = spans.filter(({ name }) => name === 'process launch-events.jobs');
    expect(reports.length).toBeGreaterThanOrEqual(2);
    expect(new Set(spans.map((span) => span.service))).toEqual(new Set(['job-orchestration']));

    // Background work has separate traces; requests of the platform have none.
    expect(collector.spans.some(({ name }) => /health|metrics/.test(name))).toBe(false);
  });
});
