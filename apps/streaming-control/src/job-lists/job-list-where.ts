import { ACTIVE_JOB_STATES } from '../jobs/job-states';
import { WORKER_META_STATES } from '../jobs/worker-states';
import { FINISHED_JOB_STATES, type JobListFilter, type WorkersFilter } from './job-list-filter';

/** A condition on the table `jobs`, named `j`, with its values in order. */
export interface SqlCondition {
  sql: string;
  values: unknown[];
}

const isIn = (column: string, values: readonly unknown[]): SqlCondition =>
  values.length === 0
    ? { sql: '1 = 0', values: [] }
    : { sql: `${column} IN (${values.map(() => '?').join(', ')})`, values: [...values] };

const joined = (conditions: readonly SqlCondition[], word: 'AND' | 'OR'): SqlCondition => ({
  sql: conditions.map(({ sql }) => `(${sql})`).join(` ${word} `),
  values: conditions.flatMap(({ values }) => values),
});

function whereJobs(filter: JobListFilter): SqlCondition {
  const conditions = [isIn('j.state', filter.states)];
  if (filter.clusters) conditions.push(isIn('j.cluster', filter.clusters));
  if (filter.labels.length > 0) conditions.push(labelled(filter));
  if (filter.before !== undefined) {
    const active = isIn('j.state', ACTIVE_JOB_STATES);
    conditions.push(joined([active, { sql: 'j.number < ?', values: [filter.before] }], 'OR'));
  }
  if (filter.workers.stageNumber) conditions.push(hasWorkers(filter.workers));
  return joined(conditions, 'AND');
}

/** Returns the condition of a filter with its `limit` of jobs per cluster. */
export function whereListed(filter: JobListFilter): SqlCondition {
  const { sql, values } = whereJobs(filter);
  if (filter.limit === undefined) return { sql, values };
  return {
    sql: `j.id IN (SELECT n.id FROM (SELECT j.id AS id, ROW_NUMBER() OVER (PARTITION BY j.cluster ORDER BY j.number DESC)
      AS place FROM jobs j WHERE ${sql}) n WHERE n.place <= ?)`,
    values: [...values, filter.limit],
  };
}

function labelled({ labels, labelsOp }: JobListFilter): SqlCondition {
  const each = labels.map(({ name, value }) => ({
    // Labels are stored as this process serializes JSON, so the text search rules out most rows before JSON is parsed.
    sql: 'LOCATE(?, j.labels) > 0 AND JSON_CONTAINS(j.labels, ?)',
    values: [JSON.stringify(value), JSON.stringify({ name, value })],
  }));
  return joined(each, labelsOp === 'and' ? 'AND' : 'OR');
}

/** Holds for a job with a worker that its record would show. */
function hasWorkers({ stageNumber, workerIndex, workerNumber, workerState }: WorkersFilter): SqlCondition {
  const conditions: SqlCondition[] = [{ sql: 'w.job_id = j.id AND w.current_index IS NOT NULL', values: [] }];
  if (stageNumber) conditions.push(isIn('w.stage_num', stageNumber));
  if (workerIndex) conditions.push(isIn('w.worker_index', workerIndex));
  if (workerNumber) conditions.push(isIn('w.worker_number', workerNumber));
  const active = isIn('w.state', WORKER_META_STATES.Active);
  const shown = workerState
    ? isIn('w.state', WORKER_META_STATES[workerState])
    : joined([isIn('j.state', FINISHED_JOB_STATES), active], 'OR');
  const { sql, values } = joined([...conditions, shown], 'AND');
  return { sql: `EXISTS (SELECT 1 FROM workers w WHERE ${sql})`, values };
}
