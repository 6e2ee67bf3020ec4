import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Empty } from '../../design/feedback';

/** Leads from an installation without any job to a first one. */
export const NoJobYet = (): ReactNode => (
  <Empty title="No job has been submitted yet">
    <p>A job names what it needs in tags; Portolan selects cluster and command, and runs it.</p>
    <div className="actions">
      <Link className="button primary" href="/submit">
        Submit the first job
      </Link>
    </div>
  </Empty>
);
