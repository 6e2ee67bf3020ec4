import { useState, type ReactNode, type SubmitEvent } from 'react';
import { backfillSchedule, previewSchedule, type Client, type Schedule } from '@portolan/client-jobs';
import { useJobs } from '../../api/clients';
import { useJobsQuery, type Asking } from '../../api/queries';
import { messageOf } from '../../api/errors';
import { Dialog } from '../../design/dialogs';
import { Failure } from '../../design/feedback';
import { Field } from '../../design/fields';
import { counted } from '../../design/quantities';
import { localMinute } from '../../design/time';
import { report } from '../../design/toasts';
import { useSettled } from '../../design/use-settled';
import { Button } from '../../design/button';

/** Fires that one backfill may create. */
const LIMIT = 1000;

const DAY_MS = 86_400_000;

/** Counts the times of a schedule in a range, as far as one backfill goes. */
async function countTimes(asking: Asking<Client>, schedule: Schedule, from: number, to: number) {
  const { cron, timeZone } = schedule;
  const { data } = await previewSchedule({ ...asking, body: { cron, timeZone, from, count: LIMIT } });
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
  const { id, name, cron, timeZone } = schedule;
  const [from, setFrom] = useState(() => localMinute(Date.now() - DAY_MS));
  const [to, setTo] = useState(() => localMinute(Date.now()));
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const typed = `${Date.parse(from)} ${Date.parse(to)}`;
  const range = useSettled(typed);
  const [begin = Number.NaN, end = Number.NaN] = range.split(' ').map(Number);
  // Only the range whose times were counted can be created.
  const isValid = typed === range && begin <= end;
  const { data: count, error } = useJobsQuery(
    ['backfill', id, cron, timeZone, range],
    (asking) => countTimes(asking, schedule, begin, end),
    { enabled: isValid },
  );
  const canCreate = isValid && !isBusy && count !== undefined && count > 0;
  const create = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!canCreate) return;
    setBusy(true);
    setFailure(undefined);
    const body = { from: begin, to: end };
    backfillSchedule({ client, throwOnError: true, path: { id }, body })
      .then(async ({ data }) => {
        await onDone();
        report(`${counted(data.fires, 'fire')} of ${name} were created.`);
        onClose();
      })
      // A report at the edge of the page would be behind the dialog.
      .catch(setFailure)
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
          {begin > end && 'The range ends before it begins.'}
          {isValid && error != null && messageOf(error)}
          {isValid && count !== undefined && (
            <>
              In this range: {counted(count, 'time')}
              {count === LIMIT && ' or more'}. A job is submitted for each that has not fired.
            </>
          )}
        </p>
        {failure !== undefined && <Failure error={failure} />}
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <button className="button primary" type="submit" disabled={!canCreate}>
            Create the fires
          </button>
        </div>
      </form>
    </Dialog>
  );
}
