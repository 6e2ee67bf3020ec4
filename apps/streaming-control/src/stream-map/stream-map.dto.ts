import { ApiPropertyOptional } from '@nestjs/swagger';
import { JsonObject, ReadAs, ReadOnlyFields } from '@portolan/validation';
import { IsOptional, IsString } from 'class-validator';

/** Body of a change: what a client got serves as well, its version and timestamp are ignored. */
@ReadOnlyFields('version', 'timestamp')
export class StreamMapRequest {
  @JsonObject({ description: 'Application name to stream name to job cluster; `__default__` at both levels' })
  mappings!: Record<string, unknown>;
}

export class StreamMapQuery {
  @ApiPropertyOptional({ type: String, isArray: true, description: 'Repeatable: only these applications' })
  @IsOptional()
  @ReadAs((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
  @IsString({ each: true })
  app?: string[];
}
