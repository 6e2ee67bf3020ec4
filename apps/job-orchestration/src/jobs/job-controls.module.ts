import { Module, type DynamicModule } from '@nestjs/common';
import { JobFilesModule } from '../archive/job-files.module';
import { NoticeMetrics } from '../metrics/notice-metrics.service';
import { CompletionMails } from '../notices/completion-mails.service';
import { CompletionWebhooks } from '../notices/completion-webhooks.service';
import { MailGateway } from '../notices/mail.gateway';
import { WebhookGateway } from '../notices/webhook.gateway';
import { RegistryRepository } from '../registry/registry.repository';
import { BulkKillWorker } from './bulk-kill/bulk-kill-worker.service';
import { BulkKillRepository } from './bulk-kill/bulk-kill.repository';
import { JobEnder } from './job-ender.service';
import { JobStoreModule } from './job-store.module';
import { LostArchives } from './lost-archives.repository';
import { LostArchivesSweep } from './lost-archives-sweep.service';
import { JobRetentionRepository } from './retention/job-retention.repository';
import { Retention } from './retention/retention.service';
import { JobSettlement } from './search/job-settlement.repository';
import { JobSettler } from './search/job-settler.service';

/** What is done with jobs in the background (role `controller`): notices, bulk kills, settlement, lost archives, retention. */
@Module({})
export class JobControlsModule {
  static register(launches: DynamicModule): DynamicModule {
    return {
      module: JobControlsModule,
      imports: [launches, JobStoreModule, JobFilesModule],
      providers: [
        NoticeMetrics,
        MailGateway,
        CompletionMails,
        WebhookGateway,
        CompletionWebhooks,
        JobEnder,
        BulkKillRepository,
        BulkKillWorker,
        JobSettlement,
        JobSettler,
        LostArchives,
        LostArchivesSweep,
        RegistryRepository,
        JobRetentionRepository,
        Retention,
      ],
    };
  }
}
