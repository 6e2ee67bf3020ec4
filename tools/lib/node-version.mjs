/** Imported first by every command: refuses an unsupported Node.js in one line, before newer features are used. */

const [major, minor] = process.versions.node.split('.').map(Number);
const isOld = major < 20 || (major === 20 && minor < 19) || (major === 22 && minor < 12);
if (isOld || major === 21 || major === 23) {
  process.stderr.write(
    `Portolan needs Node.js 20.19, 22.12, 24 or newer; this is ${process.versions.node}\n`,
  );
  process.exit(1);
}
