import { Injectable } from '@nestjs/common';
import { LaunchOutcome } from '@portolan/launches';
import { SpanKind, TRACEPARENT_VARIABLE, Tracing, type SpanAttributes } from '@portolan/service';
import { NodeIdentity } from '../identity/node-identity';
import type { LaunchRecord } from './launch-record';

/**
 * Creates the spans of the preparation (the parent of the process) and of the run. The span of the run is created at its
 * end, so that a restarted node can create it.
 */
@Injectable()
export class LaunchTracingService {
  constructor(
    private readonly tracing: Tracing,
    private readonly identity: NodeIdentity,
  ) {}

  /** Prepares a launch within a span. @param work gets the variables that pass the trace to the process */
  async preparing<R>(
    record: LaunchRecord,
    work: (environment: Record<string, string>) => Promise<R>,
  ): Promise<R> {
    const parent = parentOf(record);
    if (!this.tracing.on || parent === undefined) return work({});
    const options = { kind: SpanKind.Internal, attributes: this.attributes(record), parent };
    return this.tracing.trace('prepare launch', options, () => {
      const traceparent = this.tracing.current();
      return work(traceparent === undefined ? {} : { [TRACEPARENT_VARIABLE]: traceparent });
    });
  }

  /** Creates the span of an ended process; does nothing for a launch that never had a process. */
  ended(record: LaunchRecord): void {
    const { process, end } = record;
    const parent = parentOf(record);
    if (!this.tracing.on || parent === undefined || !process || !end) return;
    const span = this.tracing.start('run launch', {
      kind: SpanKind.Internal,
      attributes: {
        ...this.attributes(record),
        'process.pid': process.childPid,
        'process.exit.code': end.exitCode,
        'portolan.launch.outcome': end.outcome,
        'portolan.launch.stop_reason': end.stopReason,
      },
      parent,
      startedAt: process.startedAt,
    });
    const failed = end.outcome === LaunchOutcome.Exited && end.exitCode !== 0;
    span.end(failed ? new Error(`exit code ${end.exitCode ?? 'unknown'}`) : undefined, end.finishedAt);
  }

  private attributes({ offer }: LaunchRecord): SpanAttributes {
    return {
      'portolan.launch.id': offer.launchId,
      'portolan.launch.kind': offer.kind,
      'portolan.launch.subject': offer.subject,
      'portolan.launch.owner': offer.owner,
      'portolan.node.id': this.identity.nodeId,
    };
  }
}

const parentOf = ({ offer }: LaunchRecord): string | undefined => offer.environment[TRACEPARENT_VARIABLE];
