import { Module } from '@nestjs/common';
import { StreamRetentionRepository } from './stream-retention.repository';
import { StreamRetentionService } from './stream-retention.service';

/** Removes expired jobs, events and launches: the role `controller`. */
@Module({ providers: [StreamRetentionRepository, StreamRetentionService] })
export class StreamRetentionModule {}
