import type { ReactNode } from 'react';
import { useClients } from '../../api/clients';
import { isAway, messageOf } from '../../api/errors';
import { useLastError, type Asked } from '../../api/use-last-error';
import { useCollections } from '../../api/use-collections';
import { useNodes } from '../../api/use-nodes';
import { useClusters } from '../streams/use-clusters';
import { NODES_RENEW_MS } from './jobs-overview';
import { STREAMS_RENEW_MS } from './streams-overview';

/** Shows whether each service answers, by the requests that the overview makes anyway: a proxy does not pass on their health checks. */
export function ServicesHealth(): ReactNode {
  const { jobs, history, streams } = useClients();
  const services = [
    { name: 'Jobs', isThere: jobs !== undefined, result: useNodes(NODES_RENEW_MS) },
    { name: 'History', isThere: history !== undefined, result: useCollections({ isShown: true }) },
    { name: 'Streams', isThere: streams !== undefined, result: useClusters(STREAMS_RENEW_MS) },
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
