import type { ReactNode } from 'react';
import { PageHead } from '../../design/layout';
import ScheduleEditor from './schedule-editor';

/** A new schedule: its form and its next times. */
export default function NewSchedule(): ReactNode {
  return (
    <>
      <PageHead title="Create a schedule" />
      <ScheduleEditor />
    </>
  );
}
