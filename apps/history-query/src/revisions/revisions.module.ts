import { Module } from '@nestjs/common';
import { RevisionRepository } from './revision.repository';

@Module({ providers: [RevisionRepository], exports: [RevisionRepository] })
export class RevisionsModule {}
