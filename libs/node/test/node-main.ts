import { runService } from '@portolan/service';
import { nodeDefinition } from './node-definition';

// An interrupted test cannot end its node, so the node ends when the test's end of this pipe closes. A remaining node would keep
// the output of the test run open.
process.stdin.resume().once('close', () => process.exit(1));

void runService(nodeDefinition, process.env);
