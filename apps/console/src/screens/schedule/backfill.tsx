import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { backfillSchedule, previewSchedule, type Client, type Schedule } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { messageOf } from '../../api/errors';
import { Dialog } from '../../design/dialogs';
import { Field } from '../../design/fields';
import { counted } from '../../design/quantities';
import { report } from '../../design/toasts';
import { useSettled } from '../../design/use-settled';
import { Button } from '../../design/button';

/** Fires that one backfill may create. */
const LIMIT = 1000;

const DAY_MS = 86_400_000;

/** Returns a moment as the field of a form takes it: local time, to the minute. */
function fieldOf(moment: number): string {
  const local = new Date(moment - new Date(moment).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Counts the times of a schedule in a range, as far as one backfill goes. */
async function countTimes(client: Client, schedule: Schedule, from: number, to: number): Promise<number> {
  const { cron, timeZone } = schedule;
  const body = { cron, timeZone, from, count: LIMIT };
  const { data } = await previewSchedule({ client, throwOnError: true, body });
  return data.times.filter((time) => Date.parse(time) <= to).length;
}

/** Creates the fires of a range of the past; states their number first. */
export function Backfill({
  schedule,
  onDone,
}: {
  schedule: Schedule;
  onDone: () => Promise<void>;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Backfill</Button>
      {isOpen && <BackfillDialog schedule={schedule} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  );
}

function BackfillDialog({
  schedule,
  onDone,
  onClose,
}: {
  schedule: Schedule;
  onDone: () => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const client = useJobs();
  const { id, name } = schedule;
  const [from, setFrom] = useState(() => fieldOf(Date.now() - DAY_MS));
  const [to, setTo] = useState(() => fieldOf(Date.now()));
  const [isBusy, setBusy] = useState(false);
  const range = useSettled(`${Date.parse(from)} ${Date.parse(to)}`);
  const [begin = Number.NaN, end = Number.NaN] = range.split(' ').map(Number);
  const isValid = begin <= end;
  const { data: count, error } = useQuery({
    queryKey: ['backfill', id, range],
    enabled: isValid,
    queryFn: () => countTimes(client, schedule, begin, end),
  });
  const create = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setBusy(true);
    const body = { from: Date.parse(from), to: Date.parse(to) };
    backfillSchedule({ client, throwOnError: true, path: { id }, body })
      .then(async ({ data }) => {
        await onDone();
        report(`${counted(data.fires, 'fire')} of ${name} were created.`);
        onClose();
      })
      .catch((failure: unknown) => report(messageOf(failure), { isFailure: true }))
      .finally(() => setBusy(false));
  };
  const time = (label: string, value: string, set: (value: string) => void): ReactNode => (
    <Field
      label={label}
      type="datetime-local"
      required
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  );
  return (
    <Dialog title={`Backfill ${name}`} onClose={onClose}>
      <form className="stack" onSubmit={create}>
        <div className="field-pair">
          {time('From', from, setFrom)}
          {time('To, included', to, setTo)}
        </div>
        <p className="muted" role="status">
          {!isValid && 'The range ends before it begins.'}
          {isValid && error != null && messageOf(error)}
          {isValid && count !== undefined && (
            <>
              In this range: {counted(count, 'time')}
              {count === LIMIT && ' or more'}. A job is submitted for each that has not fired.
            </>
          )}
        </p>
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <button className="button primary" type="submit" disabled={isBusy || !isValid || !count}>
            Create the fires
          </button>
        </div>
      </form>
    </Dialog>
  );
}
