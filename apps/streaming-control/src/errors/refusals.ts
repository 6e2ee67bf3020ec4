import { ErrorKind, ServiceError } from '@portolan/service';

/** 400 with `message`: the request is invalid. */
export const refused = (message: string): ServiceError => new ServiceError(ErrorKind.Constraint, message);

export const forbidden = (message: string): ServiceError => new ServiceError(ErrorKind.Forbidden, message);

/** 400: a disabled cluster refuses jobs (V1-ENABLE-2). */
export class ClusterDisabledError extends ServiceError {
  constructor(cluster: string) {
    super(ErrorKind.Constraint, `Job Cluster ${cluster} is disabled. Job Submit fails`);
  }
}

export const conflict = (message: string): ServiceError => new ServiceError(ErrorKind.Exists, message);

/** 404 `JobCluster <c> doesn't exist` (V1-ERR-2). */
export const noSuchCluster = (name: string): ServiceError =>
  new ServiceError(ErrorKind.NotFound, `JobCluster ${name} doesn't exist`);

/** 404 for a submission, in the words that clients match (docs/contract/streams.md#messages). */
export const noClusterToSubmitTo = (name: string): ServiceError =>
  new ServiceError(ErrorKind.NotFound, `Job Cluster ${name} doesn't exist`);
