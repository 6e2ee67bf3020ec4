import 'reflect-metadata';
import { runMigrate } from '@portolan/service';
import { MIGRATIONS } from '../migrations';

void runMigrate('streaming-control', MIGRATIONS, process.env);
