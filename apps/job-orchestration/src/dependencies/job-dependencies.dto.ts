import { Field, schema } from '@portolan/service';
import { DependencyCondition } from '../jobs/job-request.dto';
import { JOB_STATUS } from '../jobs/job-status';

const { choice, flag, list, maybe, ref, text } = schema;

/** A job that another one depends on. */
class JobDependencyResponse {
  @Field(text()) id!: string;
  @Field(choice(DependencyCondition)) condition!: DependencyCondition;
  @Field(maybe(JOB_STATUS)) status!: string | null;
  @Field(maybe(flag('Null until that job has finished.'))) met!: boolean | null;
}

/** The direct dependencies and the direct dependents of a job. */
export class JobDependenciesResponse {
  @Field(list(ref(JobDependencyResponse), 'In the order of the request.'))
  dependsOn!: JobDependencyResponse[];
  @Field(list(text(), 'Ids of jobs, oldest first, at most 10,000.')) dependents!: string[];
}

export const EXAMPLE_DEPENDENCIES: JobDependenciesResponse = {
  dependsOn: [{ id: 'nightly-6', condition: 'succeeded', status: 'SUCCEEDED', met: true }],
  dependents: ['report-7'],
};
