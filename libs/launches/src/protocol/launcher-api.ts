import { Flag, NestedList, OneOf, Text, TextList } from '@portolan/validation';
import type { LaunchState } from '../owner/launch-state';

/** `POST {ownerUrl}/internal/launches/states`: how these launches are; for launchers that place work elsewhere. */
export class LaunchStatesRequest {
  @TextList() launchIds!: string[];
}

/** One launch that the owner knows. */
export class KnownLaunch {
  @Text({ max: 64 }) launchId!: string;
  @Text({ max: 16 }) state!: LaunchState;
  /** Who has it, or had it; absent when nobody ever did. */
  @Text({ optional: true, max: 64 }) nodeId?: string;
}

/** Launches that the owner does not know are left out. */
export class LaunchStatesAnswer {
  @NestedList(() => KnownLaunch) launches!: KnownLaunch[];
}

/** Why a place is gone, as far as it makes a difference. */
export const GoneCause = {
  /** The kernel killed it: its processes took more memory than the place has. */
  Memory: 'memory',
  /** Anything else that the cluster tells: evicted, its machine lost, deleted. */
  Other: 'other',
} as const;
export type GoneCause = (typeof GoneCause)[keyof typeof GoneCause];

/** `POST {ownerUrl}/internal/launches/{launchId}/gone`: where a launch was to run is gone for good. */
export class GoneReport {
  /** The node that was there: a launch that another node has is not concerned. */
  @Text({ max: 64 }) nodeId!: string;

  /** For people. */
  @Text({ max: 1024 }) message!: string;

  /** Absent in reports of launchers of before. */
  @OneOf(GoneCause, { optional: true }) cause?: GoneCause;

  /** Also give up a launch that no node has yet: there is no use in another try. */
  @Flag() giveUp!: boolean;
}
