import type { ReactNode } from 'react';
import type { Schedule as ScheduleRecord } from '@portolan/client-jobs';
import { useParams } from 'wouter';
import { Loaded } from '../../design/feedback';
import { lazily } from '../../design/lazily';
import { PageHead, Panel, Tabs, useTab } from '../../design/layout';
import { Ago, Facts, JsonPanel, State, Tags } from '../../design/texts';
import { duration } from '../../design/time';
import { withoutBlanks } from '../submit/blanks';
import { Calendar } from './calendar-view';
import { Fires } from './fires';
import { NextFires } from './next-fires';
import { ScheduleActions } from './schedule-actions';
import { useSchedule } from './schedule-query';

const Editor = lazily<{ schedule: ScheduleRecord }>(
  async () => (await import('./schedule-editor')).ScheduleEditor,
);

const TABS = { summary: 'Summary', fires: 'Fires', edit: 'Edit' } as const;

/** One schedule: when it fired, when it will, and what it submits. */
export default function Schedule(): ReactNode {
  const { id: encoded = '' } = useParams();
  const id = decodeURIComponent(encoded);
  const result = useSchedule(id);
  const tab = useTab(TABS);
  return (
    <Loaded result={result} title={id}>
      {(schedule) => (
        <>
          <PageHead title={schedule.name} beside={<Heading schedule={schedule} />}>
            <ScheduleActions schedule={schedule} />
          </PageHead>
          <Tabs of={TABS} />
          {tab === 'summary' && <Summary schedule={schedule} />}
          {tab === 'fires' && <Fires scheduleId={id} />}
          {tab === 'edit' && <Editor schedule={schedule} />}
        </>
      )}
    </Loaded>
  );
}

const Heading = ({ schedule: { id, paused, cron, timeZone } }: { schedule: ScheduleRecord }): ReactNode => (
  <>
    <State of={paused ? 'PAUSED' : 'ACTIVE'} />
    <span className="muted">
      <span className="mono">{cron}</span> in {timeZone} · <span className="mono">{id}</span>
    </span>
  </>
);

/** Descriptions of the overlap rules: how a fire is handled while a job of the schedule runs. */
const OVERLAPS: Readonly<Record<ScheduleRecord['overlap'], string>> = {
  skip: 'skip: the fire is left out',
  buffer: 'buffer: the fire waits',
  replace: 'replace: the running job is killed',
  allow: 'allow: both run',
};

const Summary = ({ schedule }: { schedule: ScheduleRecord }): ReactNode => (
  <div className="stack">
    <div className="columns halves">
      <Calendar schedule={schedule} />
      <div className="stack">
        <Panel title="Next fires">
          <NextFires times={schedule.nextFires} timeZone={schedule.timeZone} isPaused={schedule.paused} />
        </Panel>
        <Panel title="Schedule">
          <Facts
            of={{
              User: schedule.user,
              Version: schedule.version,
              Description: schedule.description,
              Tags: schedule.tags.length > 0 && <Tags of={schedule.tags} />,
              Overlap: OVERLAPS[schedule.overlap],
              'Catches up': `fires missed in the last ${duration(schedule.catchUpSeconds * 1000)}`,
              Jitter: schedule.jitterSeconds > 0 && `up to ${duration(schedule.jitterSeconds * 1000)}`,
              'Not before': schedule.start && <Ago at={schedule.start} />,
              'Not after': schedule.end && <Ago at={schedule.end} />,
              Changed: <Ago at={schedule.updated} />,
            }}
          />
        </Panel>
      </div>
    </div>
    <JsonPanel title="Request of its jobs" label="The request" of={withoutBlanks(schedule.request)} />
  </div>
);
