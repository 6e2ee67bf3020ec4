import { ApiProperty } from '@nestjs/swagger';

const MILLIS = { type: 'integer' } as const;
/** Any JSON value: the decorator would infer an object from the declared type. */
const ANY_VALUE = { anyOf: [{}] };

export class PatchOperation {
  @ApiProperty({ enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] }) op!: string;
  @ApiProperty({ description: 'JSON Pointer.' }) path!: string;
  @ApiProperty({ ...ANY_VALUE, required: false, description: 'Any JSON value.' }) value?: unknown;
  @ApiProperty({ required: false, description: 'JSON Pointer; of `move` and `copy`.' }) from?: string;
}

/** A change of a document, as the `data` of a feed's event (V2-FEED-1). */
export class Change {
  @ApiProperty() id!: string;
  @ApiProperty({ enum: ['added', 'changed', 'removed'] }) kind!: string;
  @ApiProperty({ ...MILLIS, description: 'When the document was created, ms since the epoch.' })
  ctime!: number;
  @ApiProperty({ ...MILLIS, description: 'When it was first seen, ms since the epoch.' }) ftime!: number;
  @ApiProperty({ ...MILLIS, description: 'When the revision begins, ms since the epoch.' }) stime!: number;
  @ApiProperty({
    ...MILLIS,
    description: 'When it ends, ms since the epoch; null: it is valid.',
    nullable: true,
  })
  ltime!: number | null;
  @ApiProperty({ ...MILLIS, description: 'When it was changed, ms since the epoch.' }) mtime!: number;
  @ApiProperty({
    type: [PatchOperation],
    required: false,
    description: 'From the document before to the one after.',
  })
  patch?: PatchOperation[];
  @ApiProperty({ required: false, description: 'With `_diff`, in place of the patch.' }) diff?: string;
  @ApiProperty({
    ...ANY_VALUE,
    required: false,
    description: 'With `_expand`: the document after the change.',
  })
  document?: unknown;
  @ApiProperty({ required: false, description: 'In a collection of several accounts.' }) collection?: string;
}
