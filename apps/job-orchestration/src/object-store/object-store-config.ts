import { ChoiceSetting, ServiceConfig, TextSetting, UrlSetting } from '@portolan/service';

/**
 * How objects of `s3://bucket/key` addresses are reached. Credentials come from where the AWS SDK looks for them:
 * `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, the role of the machine.
 */
export class ObjectStoreConfig extends ServiceConfig {
  /** Address of an S3-compatible store. Unset: AWS. */
  @UrlSetting(['http', 'https'], { optional: true }) S3_ENDPOINT?: string;

  /** Region of the buckets. */
  @TextSetting() S3_REGION = 'us-east-1';

  /** `on`: the bucket is part of the path, not of the host. Most stores that are not AWS need that. */
  @ChoiceSetting(['on', 'off']) S3_PATH_STYLE = 'off';
}
