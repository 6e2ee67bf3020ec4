import { runMigrate } from '@portolan/service';
import { migrations } from '../migrations';

void runMigrate('job-orchestration', migrations, process.env);
