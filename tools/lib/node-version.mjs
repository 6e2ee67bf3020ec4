/** Imported first by every command: says in one line that Node.js is too old, before anything newer is used. */
import process from 'node:process';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Portolan needs Node.js 20.19 or newer; this is ${process.versions.node}\n`);
  process.exit(1);
}
