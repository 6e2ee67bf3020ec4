import 'reflect-metadata';
import { runMigrate } from '@portolan/service';
import { migrations } from '../migrations';

void runMigrate('streaming-control', migrations, process.env);
