import { runMigrate } from '@portolan/service';
import { migrations } from '../migrations';

void runMigrate('history-query', migrations, process.env);
