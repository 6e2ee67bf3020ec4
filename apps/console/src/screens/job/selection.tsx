import type { ReactNode } from 'react';
import { getJobSelection, type Job, type JobResolution } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { dataOf, useJobsQuery } from '../../api/queries';
import { Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Facts, Tags } from '../../design/texts';
import { Table } from '../../design/table';
import { jobKey } from './job-query';

/** The selection of cluster and command for a job. */
export default function Selection({ job: { id } }: { job: Job }): ReactNode {
  const result = useJobsQuery([...jobKey(id), 'selection'], (asking) =>
    dataOf(getJobSelection({ ...asking, path: { id } })),
  );
  return <Loaded result={result}>{(selection) => <SelectionView selection={selection} />}</Loaded>;
}

/** The result of a selection: what was chosen, the candidates, and why others did not match. */
export const SelectionView = ({ selection }: { selection: JobResolution }): ReactNode => {
  const { resolved, message, cluster, command, rationale, candidates, others } = selection;
  return (
    <div className="stack">
      <div className={resolved ? 'alert plain' : 'alert'}>
        {resolved ? (
          <Facts
            of={{
              Cluster: cluster && <Chosen kind="clusters" of={cluster} because={rationale?.cluster} />,
              Command: command && <Chosen kind="commands" of={command} because={rationale?.command} />,
            }}
          />
        ) : (
          (message ?? 'No cluster and command match.')
        )}
      </div>
      <Panel title={`Candidates (${candidates.length})`} flush>
        <Table label="Commands that match" heads={['Command', 'Clusters it can run on']}>
          {candidates.map(({ id, name, clusters }) => (
            <tr key={id}>
              <td>
                {name} (<Link href={`/registry/commands/${encodeURIComponent(id)}`}>{id}</Link>)
              </td>
              <td>
                {clusters.length > 0 ? (
                  <Tags of={clusters} />
                ) : (
                  <span className="muted">none that matches</span>
                )}
              </td>
            </tr>
          ))}
        </Table>
      </Panel>
      <NotMatching title="Commands that do not match" of={others.commands} />
      <NotMatching title="Clusters that do not match" of={others.clusters} />
    </div>
  );
};

/** A chosen resource and the reason. */
const Chosen = ({
  kind,
  of: { id, name },
  because,
}: {
  kind: 'clusters' | 'commands';
  of: { id: string; name?: string | null };
  because: string | null | undefined;
}): ReactNode => (
  <>
    {name ?? ''} (<Link href={`/registry/${kind}/${encodeURIComponent(id)}`}>{id}</Link>)
    {because && <span className="muted"> · {because}</span>}
  </>
);

const NotMatching = ({ title, of }: { title: string; of: JobResolution['others']['commands'] }): ReactNode =>
  of.length === 0 ? null : (
    <Panel title={`${title} (${of.length})`} flush>
      <Table label={title}>
        {of.map(({ id, name, reasons }) => (
          <tr key={id}>
            <td>{name}</td>
            <td className="muted break">{reasons.join('; ')}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
