import { refused } from '../errors/refusals';
import { JobState } from '../jobs/job-states';

export type JobForm = 'record' | 'compact';

const STAGES = '(SELECT COUNT(*) FROM job_stages s WHERE s.job_id = j.id)';

const perWorker = (field: string): string =>
  `(SELECT SUM(s.num_workers * JSON_EXTRACT(s.definition, '$.machineDefinition.${field}')) FROM job_stages s WHERE s.job_id = j.id)`;

const SHOWN_STATE = `CASE j.state WHEN '${JobState.TerminatingNormal}' THEN '${JobState.Completed}'
  WHEN '${JobState.TerminatingAbnormal}' THEN '${JobState.Failed}' ELSE j.state END`;

const TERMINATED_AT = 'COALESCE(j.terminated_at, -1)';

/** The SQL of the comparable fields of each form, on the table `jobs` named `j` (V1-LIST-3). */
const FIELDS: Readonly<Record<JobForm, ReadonlyMap<string, string>>> = {
  record: new Map([
    ['version', 'j.version'],
    ['terminatedAt', TERMINATED_AT],
  ]),
  compact: new Map([
    ['jobId', 'j.id'],
    ['jarUrl', 'j.jar_url'],
    ['submittedAt', 'j.submitted_at'],
    ['terminatedAt', TERMINATED_AT],
    ['user', 'j.user_name'],
    ['state', SHOWN_STATE],
    ['type', `JSON_VALUE(j.sla, '$.durationType')`],
    ['numStages', STAGES],
    ['numWorkers', '(SELECT SUM(s.num_workers) FROM job_stages s WHERE s.job_id = j.id)'],
    ['totCPUs', perWorker('cpuCores')],
    ['totMemory', perWorker('memoryMB')],
  ]),
};

export const JOB_SORT_FIELDS = [...new Set([...FIELDS.record.keys(), ...FIELDS.compact.keys()])];

/** Returns the order of a list: by the field, then by submission; without a field by submission. @throws 400 for a field that cannot be compared */
export function orderJobs(form: JobForm, sortBy: string | undefined, ascending: boolean): string {
  const direction = ascending ? 'ASC' : 'DESC';
  if (sortBy === undefined) return `j.submitted_at ${direction}, j.id ${direction}`;
  const field = FIELDS[form].get(sortBy);
  if (field === undefined) throw refused(`Specified sort field is invalid. [${sortBy}]`);
  return `${field} ${direction}, j.submitted_at, j.id`;
}
