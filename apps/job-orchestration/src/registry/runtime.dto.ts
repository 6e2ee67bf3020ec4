import { JsonObject, Nested, Numeric } from '@portolan/validation';

/** What a job may use; every amount may be left to somebody else. */
export class ResourcesRequest {
  @Numeric({ optional: true, integer: true, min: 1 }) cpu?: number | null;
  @Numeric({ optional: true, integer: true, min: 0 }) gpu?: number | null;
  @Numeric({ optional: true, integer: true, min: 1 }) memoryMb?: number | null;
  @Numeric({ optional: true, integer: true, min: 1 }) diskMb?: number | null;
  @Numeric({ optional: true, integer: true, min: 1 }) networkMbps?: number | null;
}

/** `runtime` of a command or a job request (job-orchestration-v3, 4.3+). */
export class RuntimeRequest {
  @Nested(() => ResourcesRequest, { optional: true }) resources?: ResourcesRequest | null;

  @JsonObject({
    optional: true,
    maxEntries: 100,
    description: 'Container images by name: `{name, tag, arguments}` each.',
  })
  images?: Record<string, unknown> | null;
}
