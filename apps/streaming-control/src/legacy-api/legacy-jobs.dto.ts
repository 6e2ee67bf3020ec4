import { Text, VisibleName } from '@portolan/validation';
import { StageScale, WorkerReplacement } from '../lifecycle/job-commands.dto';

/** The requests about a job at addresses that do not name it. */
export class OlderKillRequest {
  @Text({ coerce: true }) JobId!: string;
  @Text({ coerce: true, optional: true }) @VisibleName({ allBlank: true }) user?: string;
  @Text({ coerce: true, optional: true }) reason?: string;
}

export class OlderScaleRequest extends StageScale {
  @Text({ coerce: true }) JobId!: string;
}

export class OlderResubmitRequest extends WorkerReplacement {
  @Text({ coerce: true }) JobId!: string;
}
