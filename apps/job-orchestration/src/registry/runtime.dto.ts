import { Field, schema } from '@portolan/service';
import { JsonObject, Nested, Numeric, Text, TextList } from '@portolan/validation';
import { AMOUNT } from './field-limits';

const { integer, list, map, maybe, ref, text } = schema;

/** Amounts that a job may use; each may be omitted. */
export class ResourcesRequest {
  @Numeric(AMOUNT) cpu?: number | null;
  @Numeric({ ...AMOUNT, min: 0 }) gpu?: number | null;
  @Numeric(AMOUNT) memoryMb?: number | null;
  @Numeric(AMOUNT) diskMb?: number | null;
  @Numeric(AMOUNT) networkMbps?: number | null;
}

/** A container image; each part may be omitted. */
export class ImageRequest {
  @Text({ optional: true }) name?: string | null;
  @Text({ optional: true }) tag?: string | null;
  @TextList({ optional: true, blank: true }) arguments?: string[] | null;
}

/** `runtime` of a command or a job request, from 4.3 on (V3-REL-4). */
export class RuntimeRequest {
  @Nested(() => ResourcesRequest, { optional: true }) resources?: ResourcesRequest | null;

  @JsonObject({
    optional: true,
    maxEntries: 100,
    description: 'Container images by name: `{name, tag, arguments}` each.',
    values: ImageRequest,
  })
  images?: Record<string, ImageRequest> | null;
}

/** Amounts that a job may use. */
export class Resources {
  @Field(maybe(integer())) cpu!: number | null;
  @Field(maybe(integer())) gpu!: number | null;
  @Field(maybe(integer())) memoryMb!: number | null;
  @Field(maybe(integer())) diskMb!: number | null;
  @Field(maybe(integer())) networkMbps!: number | null;
}

export class Image {
  @Field(maybe(text())) name!: string | null;
  @Field(maybe(text())) tag!: string | null;
  @Field(list(text())) arguments!: string[];
}

/** Amounts and images of a job: the defaults of a command, the values of a request, or the result for a job. */
export class Runtime {
  @Field(ref(Resources)) resources!: Resources;
  @Field(map(ref(Image))) images!: Record<string, Image>;
}
