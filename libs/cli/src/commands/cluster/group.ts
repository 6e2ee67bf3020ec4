export { registerClusters as register } from '../registry/resource-commands.ts';
