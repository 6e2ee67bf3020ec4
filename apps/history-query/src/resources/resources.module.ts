import { Module } from '@nestjs/common';
import { FeedModule } from '../feed/feed.module';
import { QueryModule } from '../query/query.module';
import { ResourcesController } from './resources.controller';
import { ScriptGuard } from './script-guard';

@Module({ imports: [QueryModule, FeedModule], controllers: [ResourcesController], providers: [ScriptGuard] })
export class ResourcesModule {}
