export { registerCommands as register } from '../registry/resource-commands.ts';
