import type { ReactNode } from 'react';
import type { JobSubmission } from '@portolan/client-jobs';
import { Field } from '../../design/fields';
import { Panel } from '../../design/layout';
import { bytes, counted } from '../../design/quantities';
import { tagsOf } from './submission';

/** The fields that most jobs need; the JSON beside the form has all of them. */
export function SubmissionForm({
  submission,
  onChange,
  files,
  onFiles,
  missing,
}: {
  /** Undefined while the JSON cannot be read. */
  submission: JobSubmission | undefined;
  onChange: (submission: JobSubmission) => void;
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
  /** Number of attachments of the job that runs again. */
  missing: number;
}): ReactNode {
  if (!submission)
    return (
      <Panel title="Form">
        <p className="muted">The form returns when the JSON can be read.</p>
      </Panel>
    );
  const set = (changes: Partial<JobSubmission>): void => {
    const next = Object.entries({ ...submission, ...changes }).filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(next) as unknown as JobSubmission);
  };
  const text = (
    name: 'name' | 'user' | 'version' | 'commandArgs' | 'description',
    label: string,
  ): ReactNode => (
    <Field
      label={label}
      value={submission[name] ?? ''}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  const number = (name: 'memory' | 'timeout', label: string): ReactNode => (
    <Field
      label={label}
      type="number"
      min={1}
      value={submission[name] ?? ''}
      onChange={(event) =>
        set({ [name]: event.target.value === '' ? undefined : Number(event.target.value) })
      }
    />
  );
  return (
    <Panel title="Form">
      <div className="stack">
        {text('name', 'Name')}
        <div className="field-pair">
          {text('user', 'User')}
          {text('version', 'Version')}
        </div>
        <TagsField
          label="Command tags"
          tags={submission.commandCriteria}
          onChange={(commandCriteria) => set({ commandCriteria })}
        />
        <TagsField
          label="Cluster tags, first choice"
          tags={submission.clusterCriterias?.[0]?.tags ?? []}
          onChange={(tags) =>
            set({ clusterCriterias: [{ tags }, ...(submission.clusterCriterias ?? []).slice(1)] })
          }
        />
        {text('commandArgs', 'Arguments')}
        {text('description', 'Description')}
        <div className="field-pair">
          {number('memory', 'Memory, MB')}
          {number('timeout', 'Timeout, seconds')}
        </div>
        <Field
          label="Attachments"
          type="file"
          multiple
          onChange={(event) => onFiles([...(event.target.files ?? [])])}
          style={{ padding: 3 }}
        />
        {missing > 0 && files.length === 0 && (
          <p className="small">
            The job had {counted(missing, 'attachment')}, which {missing === 1 ? 'is' : 'are'} not submitted
            again: choose the files here, or use “Run again” on its page.
          </p>
        )}
        {files.length > 0 && (
          <p className="muted small">
            {files.map(({ name, size }) => `${name} (${bytes(size)})`).join(', ')}: in the directory of the
            job when it starts
          </p>
        )}
      </div>
    </Panel>
  );
}

const TagsField = ({
  label,
  tags,
  onChange,
}: {
  label: string;
  tags: readonly string[] | undefined;
  onChange: (tags: string[]) => void;
}): ReactNode => (
  // Uncontrolled while typing: a comma at the end would vanish.
  <Field
    key={(tags ?? []).join()}
    label={label}
    defaultValue={(tags ?? []).join(', ')}
    onBlur={(event) => onChange(tagsOf(event.target.value))}
  />
);
