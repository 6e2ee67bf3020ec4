import type { ReactNode } from 'react';
import { Ago } from '../../design/texts';
import { Table } from '../../design/table';

/** Times in the zone of a schedule, and the time until each. */
export function NextFires({
  times,
  timeZone,
  isPaused = false,
}: {
  times: readonly string[];
  timeZone: string;
  isPaused?: boolean;
}): ReactNode {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
  if (times.length === 0) return <p className="muted">It does not fire again.</p>;
  return (
    <>
      {isPaused && <p className="muted">It is paused: it would fire at these times.</p>}
      <Table label="Times of the next fires">
        {times.map((time) => (
          <tr key={time}>
            <td className="mono">{format.format(Date.parse(time))}</td>
            <td className="muted number">
              <Ago at={time} />
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
