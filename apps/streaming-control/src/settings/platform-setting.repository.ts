import { Injectable } from '@nestjs/common';
import { findRow, isDuplicateKey, type Transaction } from '@portolan/service';
import { DataSource } from 'typeorm';
import { PlatformSettingEntity, type SettingName } from './platform-setting.entity';

@Injectable()
export class PlatformSettingRepository {
  constructor(private readonly source: DataSource) {}

  find(name: SettingName, manager: Transaction = this.source.manager) {
    return findRow(manager, PlatformSettingEntity, { name });
  }

  /** Returns the value of a setting, or `initial` before its first change. */
  async value<T>(name: SettingName, initial: T, manager?: Transaction): Promise<T> {
    const stored = await this.find(name, manager);
    return stored ? (stored.value as T) : initial;
  }

  /** Replaces a setting, with the next version. @param now ms since the epoch */
  async replace(name: SettingName, value: object, now: number): Promise<void> {
    await this.source.manager.query(
      `INSERT INTO platform_settings (name, version, changed_at, value) VALUES (?, 1, ?, ?)
       ON DUPLICATE KEY UPDATE version = version + 1, changed_at = VALUES(changed_at), value = VALUES(value)`,
      [name, now, JSON.stringify(value)],
    );
  }

  /** Replaces a setting unless it has changed since it was read. @param version the one that was read; 0 when absent */
  async replaceVersion(name: SettingName, version: number, value: object, now: number): Promise<void> {
    const { manager } = this.source;
    const set = { version: version + 1, changedAt: now, value };
    try {
      if (version > 0) await manager.update(PlatformSettingEntity, { name, version }, set);
      else await manager.insert(PlatformSettingEntity, { name, ...set });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
