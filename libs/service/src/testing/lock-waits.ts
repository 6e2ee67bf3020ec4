import type { DataSource } from 'typeorm';

/** Returns the number of transactions in this database that wait for the lock of another. */
export async function lockWaits(database: Pick<DataSource, 'query'>): Promise<number> {
  const [row] = await database.query<{ waiting: number | string }[]>(
    `SELECT COUNT(*) AS waiting FROM information_schema.innodb_trx t
     JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id
     WHERE t.trx_state = 'LOCK WAIT' AND p.db = DATABASE()`,
  );
  return Number(row?.waiting);
}
