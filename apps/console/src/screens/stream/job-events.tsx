import type { ReactNode } from 'react';
import type { JobEvent } from '@portolan/client-streams';
import { Empty } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Ago, State } from '../../design/texts';
import { Table } from '../../design/table';
import { reasonBeside, textOf } from './trouble';

/** Shows the events of a job and its workers, newest first. */
export const JobEvents = ({ events }: { events: readonly JobEvent[] }): ReactNode => (
  <Panel title="What happened" flush>
    {events.length === 0 ? (
      <Empty title="Nothing has happened yet" />
    ) : (
      <Table label="Events" heads={['When', 'Of', 'State', 'Event']}>
        {events.toReversed().map((event, index) => (
          <tr key={events.length - index}>
            <td>
              <Ago at={event.timestamp} />
            </td>
            <td>{event.workerNumber < 0 ? 'the job' : `worker ${event.workerNumber}`}</td>
            <td>
              <State of={event.state} />
            </td>
            <td className="break">
              {textOf(event)} <span className="muted">{reasonBeside(event)}</span>
            </td>
          </tr>
        ))}
      </Table>
    )}
  </Panel>
);
