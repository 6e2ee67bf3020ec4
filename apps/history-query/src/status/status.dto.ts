import { ApiProperty } from '@nestjs/swagger';

export class CollectionStatus {
  @ApiProperty({ example: 'view/instances' }) collection!: string;
  @ApiProperty({ description: 'Kind of source: aws, files, registry, http, view, group' }) source!: string;
  @ApiProperty({ description: 'False when the source is not configured' }) crawled!: boolean;
  @ApiProperty({ type: Number, nullable: true, description: 'Last applied crawl, ms' })
  lastCrawl!: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Last attempted crawl, ms' })
  lastAttempt!: number | null;
  @ApiProperty({ description: 'True when the last crawl could not be applied' }) degraded!: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'Reason why the last crawl was not applied' })
  error!: string | null;
  @ApiProperty({ description: 'Documents after the last applied crawl' }) documents!: number;
  @ApiProperty({ description: 'Documents that this replica serves now' }) served!: number;
  @ApiProperty({ description: 'Changes since the collection was created' }) changeSeq!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'cloud/trailEvents',
    description: 'The collection with the events that `_who` shows; null: there is none',
  })
  trail!: string | null;
}

export class StatusAnswer {
  @ApiProperty({ type: [CollectionStatus] }) collections!: CollectionStatus[];
}
