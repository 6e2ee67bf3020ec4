import { requestsPerSecond } from './lib/load.mjs';
console.log(await requestsPerSecond('http://127.0.0.1:7182/api/v2/view/instances/i-0db000001'));
