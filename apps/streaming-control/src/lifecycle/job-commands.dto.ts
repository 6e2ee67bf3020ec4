import { DeclaredParametersOnly, VisibleName, Numeric, Text } from '@portolan/validation';
import { MAX_STAGE_WORKERS } from '../scheduling/stage-request.dto';

const AT_LEAST_ONE = 'StageNumber and NumWorkers must be greater than 0';

/** The new size of a stage. The address names the job, or the request that extends this one does. */
export class StageScale {
  @Numeric({ coerce: true, integer: true, min: 1, sizeMessage: AT_LEAST_ONE }) StageNumber!: number;
  @Numeric({
    coerce: true,
    integer: true,
    min: 1,
    max: MAX_STAGE_WORKERS - 1,
    sizeMessage: AT_LEAST_ONE,
    maxMessage: `num workers must be less than ${MAX_STAGE_WORKERS}`,
  })
  NumWorkers!: number;

  @Text({ coerce: true, optional: true }) @VisibleName({ allBlank: true }) User?: string;
  @Text({ coerce: true, optional: true }) Reason?: string;
}

export class ScaleStageRequest extends StageScale {
  @Text({ coerce: true, optional: true }) JobId?: string;
}

/** Which worker is replaced; the job is named as with {@link StageScale}. */
export class WorkerReplacement {
  @Numeric({ coerce: true, integer: true, min: 1 }) workerNumber!: number;
  @Text({ coerce: true, optional: true }) @VisibleName({ allBlank: true }) user?: string;
  @Text({ coerce: true, optional: true }) reason?: string;
}

export class ResubmitWorkerRequest extends WorkerReplacement {
  @Text({ coerce: true, optional: true }) JobId?: string;
}

@DeclaredParametersOnly()
export class KillQuery {
  @Text({ optional: true }) @VisibleName({ allBlank: true }) user?: string;
  @Text({ optional: true }) reason?: string;
}
