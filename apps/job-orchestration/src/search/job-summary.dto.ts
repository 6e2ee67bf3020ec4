import { link, type Resource } from '@portolan/hal';
import { Field, schema } from '@portolan/service';
import { jobHref, type ApiView } from '../http/api-address';
import { JOB_STATUS, statusIn } from '../jobs/job-status';
import { iso } from '../registry/iso-time';
import { runtimeOf } from '../views/job-view';
import type { JobSummary } from './job-search.read-model';

const { maybe, moment, text } = schema;

/** A job in a list of search results. */
export class JobSummaryResponse {
  @Field(text()) id!: string;
  @Field(text()) name!: string;
  @Field(text()) user!: string;
  @Field(JOB_STATUS) status!: string;
  @Field(maybe(moment())) started!: string | null;
  @Field(maybe(moment())) finished!: string | null;
  @Field(maybe(text())) clusterName!: string | null;
  @Field(maybe(text())) commandName!: string | null;
  @Field(text('ISO 8601 duration.')) runtime!: string;
}

/** Maps a job that a search found. */
export const showSummary = (job: JobSummary, api: ApiView, now: number): Resource<JobSummaryResponse> => ({
  id: job.id,
  name: job.name,
  user: job.user,
  status: statusIn(api.release, job.status),
  started: iso(job.started),
  finished: iso(job.finished),
  clusterName: job.clusterName,
  commandName: job.commandName,
  runtime: runtimeOf(job, now),
  _links: { self: link(jobHref(job.id, api.href)) },
});
