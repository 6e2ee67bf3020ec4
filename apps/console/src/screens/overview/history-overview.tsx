import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getStatus } from '@portolan/client-history';
import { useHistory } from '../../api/clients';
import { Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Ago } from '../../design/texts';

/** History: collections that are degraded, and how fresh the others are. */
export function HistoryOverview(): ReactNode {
  const client = useHistory();
  const result = useQuery({
    queryKey: ['overview', 'history'],
    refetchInterval: 5000,
    queryFn: async ({ signal }) => (await getStatus({ client, signal, throwOnError: true })).data.collections,
  });
  return (
    <Panel title="History">
      <Loaded result={result}>
        {(collections) => {
          const degraded = collections.filter((one) => one.degraded);
          return (
            <div className="stack">
              <p>
                {collections.length} collections, {degraded.length} degraded.
              </p>
              {degraded.length > 0 && (
                <table>
                  <tbody>
                    {degraded.map((one) => (
                      <tr key={one.collection}>
                        <td>{one.collection}</td>
                        <td className="muted break">{one.error}</td>
                        <td>
                          <Ago at={one.lastCrawl} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}
