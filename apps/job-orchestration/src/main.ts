import { runService } from '@portolan/service';
import { jobOrchestration } from './service-definition';

void runService(jobOrchestration, process.env);
