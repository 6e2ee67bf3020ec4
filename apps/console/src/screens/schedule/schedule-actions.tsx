import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import {
  deleteSchedule,
  pauseSchedule,
  resumeSchedule,
  submittedJobId,
  triggerSchedule,
  type Schedule,
} from '@portolan/client-jobs';
import { useLocation } from 'wouter';
import { useJobs } from '../../api/clients';
import { ActionButton } from '../../design/dialogs';
import { Backfill } from './backfill';
import { scheduleKey } from './schedule-query';

export function ScheduleActions({ schedule }: { schedule: Schedule }): ReactNode {
  const { id, name, paused } = schedule;
  const client = useJobs();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const options = { client, throwOnError: true, path: { id } } as const;
  const renew = (): Promise<void> => queries.invalidateQueries({ queryKey: scheduleKey(id) });
  return (
    <>
      <ActionButton
        label={paused ? 'Resume' : 'Pause'}
        effect={paused ? 'The schedule fires again.' : 'The schedule does not fire until it is resumed.'}
        run={async () => {
          await (paused ? resumeSchedule : pauseSchedule)(options);
          await renew();
          return paused ? `${name} fires again.` : `${name} is paused: fires due from now on are left out.`;
        }}
      />
      <ActionButton
        label="Trigger"
        question={
          <p>
            A job of {name} is submitted now{paused && ', although it is paused'}.
          </p>
        }
        run={async () => {
          const { response } = await triggerSchedule(options);
          await renew();
          const job = submittedJobId(response);
          navigate(`/jobs/${encodeURIComponent(job)}`);
          return `${name} was triggered: ${job}.`;
        }}
      />
      <Backfill schedule={schedule} onDone={renew} />
      <ActionButton
        label="Delete"
        isDangerous
        question={<p>{name} and the list of its fires are deleted. Its jobs stay. This cannot be undone.</p>}
        run={async () => {
          await deleteSchedule(options);
          navigate('/schedules');
          return `${name} was deleted.`;
        }}
      />
    </>
  );
}
