import { Module } from '@nestjs/common';
import { SignalsModule } from '../signals/signals.module';
import { ClusterController } from './cluster.controller';
import { ClusterRepository } from './cluster.repository';
import { ClusterService } from './cluster.service';

@Module({
  imports: [SignalsModule],
  providers: [ClusterRepository, ClusterService],
  exports: [ClusterRepository, ClusterService],
})
export class ClustersModule {}

@Module({ imports: [ClustersModule], controllers: [ClusterController] })
export class ClustersApiModule {}
