import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import type { Observable } from 'rxjs';

const JOBS = 'streams.jobs';
const WORK = 'streams.work';
const SUBMITS = 'streams.submits';
const CLUSTERS = 'streams.clusters';

/** Wake-ups between replicas: "there is something new about this job or cluster". They may be lost; everybody polls too. */
@Injectable()
export class JobNotices {
  constructor(private readonly signals: Signals) {}

  /** @param leavesWork something of it waits or is over, so that a controller has to go on with it */
  jobChanged(jobId: string, leavesWork: boolean): void {
    this.signals.send(JOBS, jobId);
    if (leavesWork) this.signals.send(WORK, jobId);
  }

  /** A job of the cluster was submitted. */
  jobSubmitted(cluster: string, jobId: string): void {
    this.signals.send(SUBMITS, cluster);
    this.jobChanged(jobId, true);
  }

  /** Its definition changed. */
  clusterChanged(name: string): void {
    this.signals.send(CLUSTERS, name);
  }

  /** Ids of jobs that changed. */
  get changedJobs(): Observable<string> {
    return this.signals.on(JOBS);
  }

  /** Ids of jobs that controllers have to go on with. */
  get jobsWithWork(): Observable<string> {
    return this.signals.on(WORK);
  }

  /** Names of clusters that have a new job. */
  get submits(): Observable<string> {
    return this.signals.on(SUBMITS);
  }

  /** Names of clusters whose definition changed. */
  get changedClusters(): Observable<string> {
    return this.signals.on(CLUSTERS);
  }
}
