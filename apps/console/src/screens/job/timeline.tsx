import type { ReactNode } from 'react';
import type { Job, JobStatusEvent } from '@portolan/client-jobs';
import { useNow } from '../../design/clock';
import { toneOf } from '../../design/states';
import { State } from '../../design/texts';
import { absoluteTime, duration } from '../../design/time';
import { Table } from '../../design/table';
import { isFinished } from './job-query';
import { spansOf } from './spans';
import './timeline.css';

/** The states of a job as a bar of time and as a list. */
export function Timeline({ job, states }: { job: Job; states: readonly JobStatusEvent[] }): ReactNode {
  const now = useNow();
  const end = isFinished(job) && job.finished !== null ? Date.parse(job.finished) : now;
  const spans = spansOf(states, end);
  const [first] = spans;
  if (!first) return <p className="muted">No state has been recorded yet.</p>;
  const total = Math.max(1, end - first.from);
  return (
    <div className="stack">
      <div className="timeline-bar" aria-hidden="true">
        {spans.map(({ status, from, to }) => (
          <span
            key={`${status}${from}`}
            className={`tone-${toneOf(status)}`}
            style={{ flexGrow: Math.max(((to - from) / total) * 100, 1) }}
            title={`${status}, ${duration(to - from)}`}
          />
        ))}
      </div>
      <Table label="States" heads={['State', 'At', 'For', 'Message']}>
        {spans.map(({ status, message, from, to }, index) => (
          <tr key={`${status}${from}`}>
            <td>
              <State of={status} />
            </td>
            <td className="mono">{absoluteTime(from)}</td>
            <td>{isFinished(job) && index === spans.length - 1 ? '' : duration(to - from)}</td>
            <td className="break">{message}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
