import { useState, type ReactNode } from 'react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { createSchedule, patchSchedule, previewSchedule, type Schedule } from '@portolan/client-jobs';
import { useLocation } from 'wouter';
import { useJobs } from '../../api/clients';
import { dataOf, useJobsQuery } from '../../api/queries';
import { useOwned } from '../../api/use-user';
import { ActionButton } from '../../design/dialogs';
import { Failure, Loading } from '../../design/feedback';
import { Field, Problem, TextField, contentOf } from '../../design/fields';
import { PageHead, Panel } from '../../design/layout';
import { useSettled } from '../../design/use-settled';
import { NextFires } from './next-fires';
import { changesOf, formOf, newForm, requestOf, type ScheduleForm } from './schedule-form';
import { scheduleKey } from './schedule-query';

const OVERLAPS = {
  skip: 'skip the fire',
  buffer: 'wait for the job',
  replace: 'kill the job',
  allow: 'run both',
} as const;

/** A new schedule: its form and its next times. */
export const NewSchedule = (): ReactNode => (
  <>
    <PageHead title="Create a schedule" />
    <ScheduleEditor />
  </>
);

/** The form of a schedule beside its next times. Without a schedule it creates one. */
export function ScheduleEditor({ schedule: current }: { schedule?: Schedule }): ReactNode {
  // The form changes the schedule as it was when the form was opened, also when somebody else changes another field.
  const [schedule] = useState(current);
  const own = useOwned(newForm(Intl.DateTimeFormat().resolvedOptions().timeZone));
  const [form, setForm] = useState<ScheduleForm>(() => (schedule ? formOf(schedule) : own));
  const set = (changes: Partial<ScheduleForm>): void => setForm((before) => ({ ...before, ...changes }));
  return (
    <div className="columns halves">
      <Panel title="Schedule">
        <div className="stack">
          <Fields form={form} set={set} />
          <div className="actions">
            <Save form={form} schedule={schedule} />
          </div>
        </div>
      </Panel>
      <div className="stack">
        <Panel title="Next fires">
          <Preview cron={form.cron} timeZone={form.timeZone} />
        </Panel>
        <Panel title="Request of its jobs">
          <TextField label="As JSON" rows={16} value={form.request} onText={(request) => set({ request })} />
        </Panel>
      </div>
    </div>
  );
}

function Fields({
  form,
  set,
}: {
  form: ScheduleForm;
  set: (changes: Partial<ScheduleForm>) => void;
}): ReactNode {
  const field = (name: keyof ScheduleForm, label: string, type = 'text'): ReactNode => (
    <Field
      label={label}
      type={type}
      min={0}
      value={form[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <>
      {field('name', 'Name')}
      <div className="field-pair">
        {field('user', 'User')}
        {field('version', 'Version')}
      </div>
      {field('description', 'Description')}
      <div className="field-pair">
        {field('cron', 'Cron')}
        {field('timeZone', 'Time zone')}
      </div>
      <p className="muted small">
        Five fields are a crontab line (minute, hour, day, month, weekday), six or seven a Quartz expression.
      </p>
      <label className="field">
        <span>When a job of the schedule still runs</span>
        <select value={form.overlap} onChange={(event) => set({ overlap: event.target.value })}>
          {Object.entries(OVERLAPS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <div className="field-pair">
        {field('catchUpSeconds', 'Catch up, seconds', 'number')}
        {field('jitterSeconds', 'Jitter, seconds', 'number')}
      </div>
    </>
  );
}

/** Requests the next times from the service once the user has stopped typing. */
function Preview({ cron, timeZone }: { cron: string; timeZone: string }): ReactNode {
  const settled = useSettled(JSON.stringify({ cron, timeZone, count: 5 }));
  const { data, error } = useJobsQuery(
    ['preview', settled],
    async (asking) => {
      const body = JSON.parse(settled) as { cron: string; timeZone: string; count: number };
      const { times } = await dataOf(previewSchedule({ ...asking, body }));
      return { times, timeZone: body.timeZone };
    },
    { placeholderData: keepPreviousData },
  );
  if (error) return <Failure error={error} />;
  return data ? <NextFires times={data.times} timeZone={data.timeZone} /> : <Loading lines={3} />;
}

function Save({ form, schedule }: { form: ScheduleForm; schedule: Schedule | undefined }): ReactNode {
  const client = useJobs();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const isChanged = contentOf(() =>
    schedule ? changesOf(schedule, form).length > 0 : Boolean(requestOf(form)),
  );
  const create = async (): Promise<string> => {
    const { response } = await createSchedule({ client, throwOnError: true, body: requestOf(form) });
    navigate(`/schedules/${response.headers.get('location')?.split('/').at(-1) ?? ''}`);
    return `${form.name} was created.`;
  };
  const change = async (of: Schedule): Promise<string> => {
    const { id } = of;
    const body = changesOf(of, form);
    await patchSchedule({ client, throwOnError: true, path: { id }, body });
    await queries.invalidateQueries({ queryKey: scheduleKey(id) });
    navigate(`/schedules/${encodeURIComponent(id)}`);
    return `${form.name} was changed.`;
  };
  return (
    <>
      <ActionButton
        label={schedule ? 'Save the changes' : 'Create'}
        effect={
          schedule ? 'Replaces the fields that were changed.' : 'The schedule fires at the times beside it.'
        }
        isPrimary
        isDisabled={isChanged.value !== true}
        run={() => (schedule ? change(schedule) : create())}
      />
      <div className="grow">
        <Problem of={isChanged} />
      </div>
    </>
  );
}
