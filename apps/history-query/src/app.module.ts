import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { Role, type HistoryConfig } from './config/history-config';
import { CrawlsModule } from './crawls/crawls.module';
import { RefreshModule } from './current/current.module';
import { PackingScheduleModule } from './packing/packing.module';
import { RecordsModule } from './records/records.module';
import { ResourcesModule } from './resources/resources.module';
import { RetentionModule } from './retention/retention.module';
import { StatusModule } from './status/status.module';

const OF_ROLE: Readonly<Record<Role, Type[]>> = {
  [Role.Api]: [RefreshModule, StatusModule, ResourcesModule],
  [Role.Collector]: [CrawlsModule, RetentionModule, PackingScheduleModule],
};

/** The capabilities of this process, by its roles. */
@Module({})
export class HistoryAppModule {
  static forRoles(config: Readonly<HistoryConfig>): DynamicModule {
    const roles = Object.values(Role).filter((role) => config.ROLES.includes(role));
    return { module: HistoryAppModule, imports: [RecordsModule, ...roles.flatMap((role) => OF_ROLE[role])] };
  }
}
