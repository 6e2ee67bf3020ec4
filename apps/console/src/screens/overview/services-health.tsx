import type { ReactNode } from 'react';
import { useClients } from '../../api/clients';
import { messageOf, statusOf } from '../../api/errors';
import { useLastError, type Asked } from '../../api/use-last-error';
import { useHistoryState } from './history-overview';
import { useNodesState } from './jobs-overview';
import { useStreamsState } from './streams-overview';

/** A service that refuses a question answers: only one that fails, or is not reached, is down. */
const isDown = (error: unknown): boolean => error != null && (statusOf(error) ?? 500) >= 500;

/** Whether each service answers, by the questions that the overview asks anyway: no address of their health passes a proxy. */
export function ServicesHealth(): ReactNode {
  const { jobs, history, streams } = useClients();
  const asked = [
    { name: 'Jobs', isThere: jobs !== undefined, result: useNodesState(jobs) },
    { name: 'History', isThere: history !== undefined, result: useHistoryState(history) },
    { name: 'Streams', isThere: streams !== undefined, result: useStreamsState(streams) },
  ];
  return (
    <ul className="services-health" aria-label="Services">
      {asked.flatMap(({ name, isThere, result }) =>
        isThere ? [<Health key={name} of={name} by={result} />] : [],
      )}
    </ul>
  );
}

function Health({ of: name, by }: { of: string; by: Asked }): ReactNode {
  const error = useLastError(by);
  if (by.data === undefined && error == null) return <li className="state tone-waiting">{name}: asked</li>;
  return isDown(error) ? (
    <li className="state tone-failed" title={messageOf(error)}>
      {name}: away
    </li>
  ) : (
    <li className="state tone-succeeded">{name}: up</li>
  );
}
