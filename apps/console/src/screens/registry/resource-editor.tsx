import { useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useParams } from 'wouter';
import { useJobs } from '../../api/clients';
import { useOwned } from '../../api/use-user';
import { ActionButton } from '../../design/dialogs';
import { Empty } from '../../design/feedback';
import { Problem, TextField, contentOf } from '../../design/fields';
import { PageHead, Panel } from '../../design/layout';
import { withoutBlanks } from '../submit/blanks';
import { KINDS, kindNamed, type KindName, type Resource } from './kinds';

/** Fields that the service keeps by itself. */
const KEPT = new Set(['id', 'created', 'updated', '_links']);

const editable = (resource: Resource): object =>
  Object.fromEntries(Object.entries(withoutBlanks(resource)).filter(([name]) => !KEPT.has(name)));

/** A new resource of the kind that the address names. */
export default function NewResource(): ReactNode {
  const { kind: segment = '' } = useParams();
  const kind = kindNamed(segment);
  if (!kind) return <Empty title="The registry has no such kind" />;
  return (
    <>
      <PageHead title={`Create ${kind === 'applications' ? 'an' : 'a'} ${KINDS[kind].one}`} />
      <ResourceEditor kind={kind} />
    </>
  );
}

/** A resource as JSON; saving replaces it. Without a resource it creates one. */
export function ResourceEditor({ kind, resource }: { kind: KindName; resource?: Resource }): ReactNode {
  const client = useJobs();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { one, first, create, replace } = KINDS[kind];
  const own = useOwned(first);
  const [text, setText] = useState(() => JSON.stringify(resource ? editable(resource) : own, null, 2));
  const read = contentOf(() => JSON.parse(text) as unknown);
  const save = async (): Promise<string> => {
    const options = { client, throwOnError: true } as const;
    if (resource) await replace(options, resource.id, read.value);
    const id = resource?.id ?? (await create(options, read.value));
    await queries.invalidateQueries({ queryKey: ['registry', kind] });
    navigate(`/registry/${kind}/${encodeURIComponent(id)}`);
    return `The ${one} ${id} was ${resource ? 'changed' : 'created'}.`;
  };
  return (
    <Panel title="As JSON">
      <div className="stack">
        <TextField
          label={resource ? 'All fields; a field that is left out loses its value' : 'Fields'}
          rows={20}
          value={text}
          onText={setText}
        />
        <Problem of={read} />
        <div className="actions">
          <ActionButton
            label={resource ? 'Save the changes' : 'Create'}
            effect={`${resource ? 'Replaces all fields of' : 'Adds'} the ${one}; jobs that run keep what they have.`}
            isPrimary
            isDisabled={read.problem !== undefined}
            run={save}
          />
        </div>
      </div>
    </Panel>
  );
}
