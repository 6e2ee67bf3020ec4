export { registerApplications as register } from '../registry/resource-commands.ts';
