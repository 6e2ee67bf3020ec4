import { ErrorKind, ServiceError } from '@portolan/service';

/** A request that can't be carried out as it is: 400 with `message`. */
export const refused = (message: string): ServiceError => new ServiceError(ErrorKind.Constraint, message);

/** A disabled cluster takes no jobs: 400. */
export class ClusterDisabledError extends ServiceError {
  constructor(cluster: string) {
    super(ErrorKind.Constraint, `Job Cluster ${cluster} is disabled. Job Submit fails`);
  }
}

/** 409 with `message`. */
export const conflict = (message: string): ServiceError => new ServiceError(ErrorKind.Exists, message);

/** `JobCluster <c> doesn't exist` (reference: streams §1.1). */
export const noSuchCluster = (name: string): ServiceError =>
  new ServiceError(ErrorKind.NotFound, `JobCluster ${name} doesn't exist`);

/** The same to who submits, in the words of the older clients (reference: streams §1.2). */
export const noClusterToSubmitTo = (name: string): ServiceError =>
  new ServiceError(ErrorKind.NotFound, `Job Cluster ${name} doesn't exist`);
