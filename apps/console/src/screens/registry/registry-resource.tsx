import { useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'wouter';
import { useClients, useJobs } from '../../api/clients';
import { statusOf } from '../../api/errors';
import { useJobsQuery } from '../../api/queries';
import { ActionButton } from '../../design/dialogs';
import { Empty, Loaded } from '../../design/feedback';
import { PageHead, Panel, Tabs, useTab } from '../../design/layout';
import { Ago, Facts, JsonPanel, State, Tags } from '../../design/texts';
import { Table } from '../../design/table';
import { KINDS, kindNamed, readResolved, type KindName, type Linked, type Resource } from './kinds';
import { ResourceEditor } from './resource-editor';

const TABS = { summary: 'Summary', edit: 'Edit', json: 'JSON' } as const;
const RENEW_MS = 5000;

/** A cluster, command or application: its fields, what belongs to it, and its status. */
export default function RegistryResource(): ReactNode {
  const { kind: segment = '', id: encoded = '' } = useParams();
  const kind = kindNamed(segment);
  if (!kind) return <Empty title="The registry has no such kind" />;
  return <ResourceOf kind={kind} id={decodeURIComponent(encoded)} />;
}

function ResourceOf({ kind, id }: { kind: KindName; id: string }): ReactNode {
  const tab = useTab(TABS);
  const result = useJobsQuery(['registry', kind, 'one', id], (asking) => KINDS[kind].get(asking, id), {
    refetchInterval: RENEW_MS,
  });
  return (
    <Loaded result={result} title={id}>
      {(resource) => (
        <>
          <PageHead title={resource.name} beside={<Heading kind={kind} resource={resource} />}>
            <Actions kind={kind} resource={resource} />
          </PageHead>
          <Tabs of={TABS} />
          {tab === 'summary' && <Summary kind={kind} resource={resource} />}
          {tab === 'edit' && <ResourceEditor kind={kind} resource={resource} />}
          {tab === 'json' && <JsonPanel title="Record" label="The record" of={resource} />}
        </>
      )}
    </Loaded>
  );
}

const Heading = ({ kind, resource }: { kind: KindName; resource: Resource }): ReactNode => (
  <>
    <State of={resource.status} />
    <span className="muted">
      <Link href={`/registry?tab=${kind}`}>{KINDS[kind].one}</Link>{' '}
      <span className="mono">{resource.id}</span>
    </span>
  </>
);

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : '';

function Summary({ kind, resource }: { kind: KindName; resource: Resource }): ReactNode {
  const { executableAndArguments, memory, type } = resource as Partial<
    Record<'executableAndArguments' | 'memory' | 'type', unknown>
  >;
  return (
    <div className="stack">
      <Panel title={`The ${KINDS[kind].one}`}>
        <Facts
          of={{
            User: resource.user,
            Version: resource.version,
            Description: resource.description,
            Tags: resource.tags.length > 0 && <Tags of={resource.tags} />,
            Type: textOf(type),
            Executable: executableAndArguments !== undefined && (
              <code className="break">{textOf(executableAndArguments)}</code>
            ),
            Memory: typeof memory === 'number' && `${memory} MB for a job that names none`,
            'Setup file': resource.setupFile,
            Configs: resource.configs.length > 0 && <Tags of={resource.configs} />,
            Dependencies: resource.dependencies.length > 0 && <Tags of={resource.dependencies} />,
            Created: <Ago at={resource.created} />,
            Changed: <Ago at={resource.updated} />,
            History: <HistoryLink kind={kind} id={resource.id} />,
          }}
        />
      </Panel>
      {kind === 'commands' && <Resolved id={resource.id} />}
      <LinkedOnes kind={kind} id={resource.id} />
    </div>
  );
}

/** History follows the registry as a collection of its own. */
function HistoryLink({ kind, id }: { kind: KindName; id: string }): ReactNode {
  const { history } = useClients();
  if (!history) return null;
  return <Link href={`/explorer/svc/${kind}/${encodeURIComponent(id)}`}>every change of it</Link>;
}

function LinkedOnes({ kind, id }: { kind: KindName; id: string }): ReactNode {
  const { linked, readLinked } = KINDS[kind];
  const result = useJobsQuery(['registry', kind, 'one', id, 'linked'], (asking) => readLinked(asking, id));
  return (
    <Panel title={linked.title} flush>
      <Loaded result={result}>
        {(of) => <LinkedTable label={`${linked.title}: names and states`} kind={linked.kind} of={of} />}
      </Loaded>
    </Panel>
  );
}

/** The clusters of a command, by the criteria that find them. */
function Resolved({ id }: { id: string }): ReactNode {
  const result = useJobsQuery(['registry', 'commands', 'one', id, 'resolved'], (asking) =>
    readResolved(asking, id),
  );
  // Release 3.2 has no criteria of commands.
  if (statusOf(result.error) === 404) return null;
  return (
    <Panel title="Clusters that it can run on, in order of priority" flush>
      <Loaded result={result}>
        {(resolved) =>
          resolved.length === 0 ? (
            <Empty title="It has no criterion: no cluster is ever chosen" />
          ) : (
            resolved.map(({ criterion, resources }, index) => (
              <section key={JSON.stringify(criterion)} aria-label={`Criterion ${index + 1}`}>
                <div className="panel-head">
                  <h3>Criterion {index + 1}</h3>
                  <Tags
                    of={[
                      ...(['id', 'name', 'version', 'status'] as const).flatMap((name) =>
                        criterion[name] === null ? [] : [`${name}: ${criterion[name]}`],
                      ),
                      ...criterion.tags,
                    ]}
                  />
                </div>
                <LinkedTable label={`Clusters of criterion ${index + 1}`} kind="clusters" of={resources} />
              </section>
            ))
          )
        }
      </Loaded>
    </Panel>
  );
}

const LinkedTable = ({
  label,
  kind,
  of,
}: {
  label: string;
  kind: KindName;
  of: readonly Linked[];
}): ReactNode =>
  of.length === 0 ? (
    <p className="panel-body muted">There is none.</p>
  ) : (
    <Table label={label}>
      {of.map(({ id, name, version, status }) => (
        <tr key={id}>
          <td>
            <Link href={`/registry/${kind}/${encodeURIComponent(id)}`}>{name}</Link>
          </td>
          <td className="muted">version {version}</td>
          <td className="mono">{id}</td>
          <td className="number">
            <State of={status} />
          </td>
        </tr>
      ))}
    </Table>
  );

function Actions({
  kind,
  resource: { id, name, status },
}: {
  kind: KindName;
  resource: Resource;
}): ReactNode {
  const client = useJobs();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { one, statuses, setStatus, remove } = KINDS[kind];
  const [wanted, setWanted] = useState<string>();
  const chosen = wanted ?? status;
  const options = { client, throwOnError: true } as const;
  const renew = (): Promise<void> => queries.invalidateQueries({ queryKey: ['registry', kind] });
  return (
    <>
      <select aria-label="Status" value={chosen} onChange={(event) => setWanted(event.target.value)}>
        {statuses.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
      <ActionButton
        label="Set the status"
        isDisabled={chosen === status}
        question={
          <p>
            {chosen === statuses[0]
              ? `Selection chooses the ${one} ${name} again.`
              : `Selection no longer chooses the ${one} ${name}. Jobs that run go on.`}
          </p>
        }
        run={async () => {
          await setStatus(options, id, chosen);
          await renew();
          setWanted(undefined);
          return `${name} is ${chosen}.`;
        }}
      />
      <ActionButton
        label="Delete"
        isDangerous
        question={
          <p>
            The {one} {name} is deleted with its links. This cannot be undone.
          </p>
        }
        run={async () => {
          await remove(options, id);
          navigate(`/registry?tab=${kind}`);
          return `${name} was deleted.`;
        }}
      />
    </>
  );
}
