import { ApiProperty } from '@nestjs/swagger';

/** How one collection is doing. */
export class CollectionStatus {
  @ApiProperty({ example: 'view/instances' }) collection!: string;

  @ApiProperty({ description: 'Kind of source: aws, files, registry, http, view, group' }) source!: string;

  @ApiProperty({ description: 'False when this installation has no address of the source' })
  crawled!: boolean;

  @ApiProperty({ type: Number, nullable: true, description: 'Last crawl that was applied, ms' })
  lastCrawl!: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Last crawl that was tried, ms' })
  lastAttempt!: number | null;

  @ApiProperty({ description: 'True when the last crawl could not be applied' }) degraded!: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'Why the last crawl was not applied' })
  error!: string | null;

  @ApiProperty({ description: 'Documents after the last crawl that was applied' }) documents!: number;

  @ApiProperty({ description: 'Documents that this replica serves now' }) served!: number;

  @ApiProperty({ description: 'Changes since the collection began' }) changeSeq!: number;
}

export class StatusAnswer {
  @ApiProperty({ type: [CollectionStatus] }) collections!: CollectionStatus[];
}
