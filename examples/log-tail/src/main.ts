import { runWorker } from '@portolan/worker';
import { job } from './job';

void runWorker(job, process.env);
