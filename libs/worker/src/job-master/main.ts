import { runJobMaster } from './run-job-master';

void runJobMaster(process.env);
