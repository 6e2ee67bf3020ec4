import type { ReactNode } from 'react';
import { useClients } from '../../api/clients';
import { isAway, messageOf } from '../../api/errors';
import { useLastError, type Asked } from '../../api/use-last-error';
import { useHistoryState } from './history-overview';
import { useNodesState } from './jobs-overview';
import { useStreamsState } from './streams-overview';

/** Shows whether each service answers, by the requests that the overview makes anyway: a proxy does not pass on their health checks. */
export function ServicesHealth(): ReactNode {
  const { jobs, history, streams } = useClients();
  const services = [
    { name: 'Jobs', isThere: jobs !== undefined, result: useNodesState(jobs) },
    { name: 'History', isThere: history !== undefined, result: useHistoryState(history) },
    { name: 'Streams', isThere: streams !== undefined, result: useStreamsState(streams) },
  ];
  return (
    <ul className="services-health" aria-label="Services">
      {services.flatMap(({ name, isThere, result }) =>
        isThere ? [<Health key={name} of={name} by={result} />] : [],
      )}
    </ul>
  );
}

function Health({ of: name, by }: { of: string; by: Asked }): ReactNode {
  const error = useLastError(by);
  if (by.data === undefined && error == null) return <li className="state tone-waiting">{name}: checking</li>;
  return isAway(error) ? (
    <li className="state tone-failed" title={messageOf(error)}>
      {name}: away
    </li>
  ) : (
    <li className="state tone-succeeded">{name}: up</li>
  );
}
