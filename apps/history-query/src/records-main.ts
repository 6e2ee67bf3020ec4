import { messageOf } from '@portolan/service';
import 'reflect-metadata';
import { runRecords } from './records/run-records';
import { historyQuery } from './service-definition';

const output = { out: process.stdout, err: process.stderr };

void runRecords(historyQuery, process.argv.slice(2), process.env, output)
  .catch((error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    return 1;
  })
  .then((code) => {
    process.exitCode = code;
  });
