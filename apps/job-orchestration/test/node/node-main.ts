import { runService } from '@portolan/service';
import { nodeDefinition } from './node-definition';

void runService(nodeDefinition, process.env);
