import { runService } from '@portolan/service';
import { nodeDefinition } from './node-definition';

// A test that is cut off can't end its node any more: then it ends with the test's end of this pipe. A node that stayed
// would keep the output of the whole run open, and the run would never end.
process.stdin.resume().once('close', () => process.exit(1));

void runService(nodeDefinition, process.env);
