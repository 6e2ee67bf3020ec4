import { ApiPropertyOptional } from '@nestjs/swagger';
import { DeclaredParametersOnly, JsonObject, ReadAs, ReadOnlyFields } from '@portolan/validation';
import { IsOptional, IsString } from 'class-validator';
import { CLUSTER_NAME } from '../clusters/cluster-name';

/** Body of a change. A map that a client has read is accepted: its version and timestamp are ignored. */
@ReadOnlyFields('version', 'timestamp')
export class StreamMapRequest {
  @JsonObject({
    description: 'Application name to stream name to job cluster; `__default__` at both levels',
    values: { type: 'object', additionalProperties: CLUSTER_NAME },
  })
  mappings!: Record<string, unknown>;
}

@DeclaredParametersOnly()
export class StreamMapQuery {
  @ApiPropertyOptional({ type: String, isArray: true, description: 'Repeatable: only these applications' })
  @IsOptional()
  @ReadAs((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
  @IsString({ each: true })
  app?: string[];
}
