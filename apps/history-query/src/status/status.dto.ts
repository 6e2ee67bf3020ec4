import { Field, schema } from '@portolan/service';

const { flag, list, maybe, number, ref, text } = schema;

export class CollectionStatus {
  @Field({ ...text(), example: 'view/instances' }) collection!: string;
  @Field(text('Kind of source: aws, files, registry, http, view, group')) source!: string;
  @Field(flag('False when the source is not configured')) crawled!: boolean;
  @Field(maybe(number('Last applied crawl, ms'))) lastCrawl!: number | null;
  @Field(maybe(number('Last attempted crawl, ms'))) lastAttempt!: number | null;
  @Field(flag('True when the last crawl could not be applied')) degraded!: boolean;
  @Field(maybe(text('Reason why the last crawl was not applied'))) error!: string | null;
  @Field(number('Documents after the last applied crawl')) documents!: number;
  @Field(number('Documents that this replica serves now')) served!: number;
  @Field(number('Changes since the collection was created')) changeSeq!: number;
  @Field(
    maybe({
      ...text('The collection with the events that `_who` shows; null: there is none'),
      example: 'cloud/trailEvents',
    }),
  )
  trail!: string | null;
}

export class StatusAnswer {
  @Field(list(ref(CollectionStatus))) collections!: CollectionStatus[];
}
