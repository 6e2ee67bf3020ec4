import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import type { Observable } from 'rxjs';

const JOBS = 'streams.jobs';
const SUBMITS = 'streams.submits';
const CLUSTERS = 'streams.clusters';

/** Wake-ups between replicas: "there is something new about this job or cluster". They may be lost; everybody polls too. */
@Injectable()
export class JobNotices {
  constructor(private readonly signals: Signals) {}

  jobChanged(jobId: string): void {
    this.signals.send(JOBS, jobId);
  }

  /** A job of the cluster was submitted. */
  jobSubmitted(cluster: string, jobId: string): void {
    this.signals.send(SUBMITS, cluster);
    this.signals.send(JOBS, jobId);
  }

  /** Its definition changed. */
  clusterChanged(name: string): void {
    this.signals.send(CLUSTERS, name);
  }

  /** Ids of jobs that changed. */
  get changedJobs(): Observable<string> {
    return this.signals.on(JOBS);
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
