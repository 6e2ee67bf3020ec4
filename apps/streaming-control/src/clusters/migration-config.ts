import { Field, schema } from '@portolan/service';

const { text } = schema;

/** How the workers of a job leave an agent cluster that was deactivated. */
export const MigrationStrategy = { OneWorker: 'ONE_WORKER', Percentage: 'PERCENTAGE' } as const;
export type MigrationStrategy = (typeof MigrationStrategy)[keyof typeof MigrationStrategy];

/** The migration strategy of a job, with its configuration as a JSON text. */
export class MigrationConfig {
  @Field(text()) strategy!: string;
  @Field(text()) configString!: string;
}

/** The default migration strategy of a definition (V1-CLUSTER-17). */
export const DEFAULT_MIGRATION = {
  strategy: MigrationStrategy.Percentage,
  configString: '{"percentToMove":25,"intervalMs":60000}',
} satisfies MigrationConfig;

/** A requested migration strategy; its configuration is optional. */
interface MigrationConfigChoice {
  strategy: MigrationStrategy;
  configString?: string | undefined;
}

export const toMigrationConfig = ({ strategy, configString }: MigrationConfigChoice): MigrationConfig => ({
  strategy,
  configString: configString ?? DEFAULT_MIGRATION.configString,
});
