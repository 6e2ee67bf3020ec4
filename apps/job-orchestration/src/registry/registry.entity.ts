import { JsonColumn, MillisColumn } from '@portolan/service';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApplicationDocument, CommandDocument, ResourceDocument } from './resource-document';

/** The columns of every table of documents. Times are ms since the epoch. */
export abstract class StoredEntity<S extends string = string> {
  @PrimaryColumn({ type: 'varchar', length: 255 }) id!: string;
  @MillisColumn() created!: number;
  @MillisColumn() updated!: number;
  @Column({ type: 'varchar', length: 255 }) name!: string;
  @Column({ type: 'varchar', length: 255 }) user!: string;
  @Column({ type: 'varchar', length: 255 }) version!: string;
  @Column({ type: 'varchar', length: 16 }) status!: S;
}

export abstract class ResourceEntity<D extends ResourceDocument = ResourceDocument> extends StoredEntity {
  @JsonColumn() document!: D;
}

@Entity({ name: 'applications' })
export class ApplicationEntity extends ResourceEntity<ApplicationDocument> {
  @Column({ type: 'varchar', length: 255, nullable: true }) type!: string | null;
}

@Entity({ name: 'clusters' })
export class ClusterEntity extends ResourceEntity {}

@Entity({ name: 'commands' })
export class CommandEntity extends ResourceEntity<CommandDocument> {}

/** An application that a command depends on; `position` is the order in which they are set up. */
@Entity({ name: 'command_applications' })
export class CommandApplicationEntity {
  @PrimaryColumn({ name: 'command_id', type: 'varchar', length: 255 }) commandId!: string;
  @PrimaryColumn({ name: 'application_id', type: 'varchar', length: 255 }) applicationId!: string;
  @Column({ type: 'int' }) position!: number;
}

export const REGISTRY_ENTITIES = [ApplicationEntity, ClusterEntity, CommandEntity, CommandApplicationEntity];
