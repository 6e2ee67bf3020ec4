import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { collectionsOf } from './collections/collection-catalogue';
import { CollectionStateRepository } from './collections/collection-state.repository';
import { Collections } from './collections/collections';
import { readAccounts } from './collections/provider-account';
import { CrawlRepository } from './crawls/crawl.repository';
import { CrawlScheduler } from './crawls/crawl-scheduler.service';
import { CrawlLease } from './crawls/crawl-lease.service';
import { CrawlService } from './crawls/crawl.service';
import { GroupBuilder } from './crawls/group-builder.service';
import { CurrentDocuments } from './current/current-documents.service';
import { RefreshService } from './current/refresh.service';
import { SelectIndexes } from './current/select-indexes.service';
import { ChangeRepository } from './feed/change.repository';
import { ChangeWatch } from './feed/change-watch.service';
import { FeedService } from './feed/feed.service';
import { HistoryConfig, Role } from './history-config';
import { AccountFinder } from './query/account-finder.service';
import { QueryController } from './query/query.controller';
import { BegunAnswers } from './query/begun-answers';
import { QueryService } from './query/query.service';
import { ScriptGuard } from './query/script-guard';
import { RevisionFinder } from './query/revision-finder.service';
import { RecordExport } from './records/record-export.service';
import { RecordImport } from './records/record-import.service';
import { RecordRepository } from './records/record.repository';
import { PurgeRepository } from './retention/purge.repository';
import { PurgeService } from './retention/purge.service';
import { RevisionRepository } from './revisions/revision.repository';
import { AwsThread } from './sources/aws/aws-thread.gateway';
import { AwsGateway } from './sources/aws/aws.gateway';
import { httpCollectionsIn } from './sources/http-collections';
import { HttpGateway } from './sources/http.gateway';
import { RecordingsGateway } from './sources/recordings.gateway';
import { RegistryGateway } from './sources/registry.gateway';
import { Sources } from './sources/sources';
import { CollectionMetrics } from './status/collection-metrics.service';
import { StatusController } from './status/status.controller';
import { StatusService } from './status/status.service';

/** What every role needs. */
const COMMON: Provider[] = [
  {
    provide: Collections,
    useFactory: (config: HistoryConfig) =>
      new Collections(
        [
          ...collectionsOf(readAccounts(config.AWS_ACCOUNTS), config.AWS_SUPPRESSED_TAGS),
          ...httpCollectionsIn(config.HTTP_COLLECTIONS_FILE),
        ],
        config.CLOUD_AREA_ALIASES,
      ),
    inject: [HistoryConfig],
  },
  CollectionStateRepository,
  CollectionMetrics,
  RevisionRepository,
  SelectIndexes,
  CurrentDocuments,
  RecordRepository,
  RecordImport,
  RecordExport,
  RecordingsGateway,
  RegistryGateway,
  HttpGateway,
  AwsThread,
  AwsGateway,
  Sources,
];

const OF_ROLE: Readonly<Record<Role, Provider[]>> = {
  [Role.Api]: [
    RefreshService,
    { provide: RevisionFinder, useClass: AccountFinder },
    QueryService,
    ScriptGuard,
    BegunAnswers,
    StatusService,
    ChangeRepository,
    ChangeWatch,
    FeedService,
  ],
  [Role.Collector]: [
    CrawlRepository,
    GroupBuilder,
    CrawlLease,
    CrawlService,
    CrawlScheduler,
    PurgeRepository,
    PurgeService,
  ],
};

/** The capabilities of this process, by its roles. */
@Module({})
export class AppModule {
  static forRoles(config: Readonly<HistoryConfig>): DynamicModule {
    const roles = Object.values(Role).filter((role) => config.ROLES.includes(role));
    return {
      module: AppModule,
      controllers: roles.includes(Role.Api) ? [StatusController, QueryController] : [],
      providers: [...COMMON, ...roles.flatMap((role) => OF_ROLE[role])],
    };
  }
}
