import { Injectable } from '@nestjs/common';
import { findRow, type Transaction } from '@portolan/service';
import { DataSource } from 'typeorm';
import { PlatformSettingEntity, type SettingName } from './platform-setting.entity';

/** The table of what operators set. */
@Injectable()
export class PlatformSettingRepository {
  constructor(private readonly source: DataSource) {}

  async find(name: SettingName, transaction?: Transaction): Promise<PlatformSettingEntity | null> {
    return findRow(transaction ?? this.source.manager, PlatformSettingEntity, { name });
  }

  /** Sets it anew, with the next version. @param now ms since the epoch */
  async replace(name: SettingName, value: object, now: number): Promise<void> {
    await this.source.manager.query(
      `INSERT INTO platform_settings (name, version, changed_at, value) VALUES (?, 1, ?, ?)
       ON DUPLICATE KEY UPDATE version = version + 1, changed_at = VALUES(changed_at), value = VALUES(value)`,
      [name, now, JSON.stringify(value)],
    );
  }
  /**
   * Sets it anew unless somebody has since it was read.
   *
   * @param version that was read; 0 when it was not set
   * @param now ms since the epoch
   * @returns whether it was set
   */
  async replaceVersion(name: SettingName, version: number, value: object, now: number): Promise<boolean> {
    const { manager } = this.source;
    const set = { version: version + 1, changedAt: now, value };
    if (version > 0) {
      const { affected } = await manager.update(PlatformSettingEntity, { name, version }, set);
      return affected === 1;
    }
    const text = JSON.stringify(value);
    const result = await manager.query<{ affectedRows: number }>(
      'INSERT IGNORE INTO platform_settings (name, version, changed_at, value) VALUES (?, 1, ?, ?)',
      [name, now, text],
    );
    return result.affectedRows === 1;
  }
}
