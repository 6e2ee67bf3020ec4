import { Module } from '@nestjs/common';
import { AwsThreadGateway } from './aws/aws-thread.gateway';
import { AwsGateway } from './aws/aws.gateway';
import { HttpGateway } from './http.gateway';
import { RecordingsGateway } from './recordings.gateway';
import { RegistryGateway } from './registry.gateway';
import { Sources } from './sources';

@Module({
  providers: [RecordingsGateway, RegistryGateway, HttpGateway, AwsThreadGateway, AwsGateway, Sources],
  exports: [Sources],
})
export class SourcesModule {}
