/** Steps that undo the temporary changes of a command, also when a signal ends the command. */
import { interrupt, onSignal } from './commands.mjs';
import { say } from './console.mjs';

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

const steps = new Set();

/** Runs `undo` once, after `work` or on a signal ({@link undoOnSignal}). After a signal `work` continues until the command ends. */
export async function withUndo(undo, work) {
  let undone;
  const once = () => (undone ??= undo());
  steps.add(once);
  try {
    return await work();
  } finally {
    await once();
    steps.delete(once);
  }
}

/** On Ctrl-C or SIGTERM runs the pending steps of {@link withUndo}, latest first, and ends the command. A second signal ends it at once. */
export function undoOnSignal() {
  let stopping = false;
  onSignal((name) => {
    const code = EXIT_CODES[name];
    if (stopping || steps.size === 0) process.exit(code);
    stopping = true;
    interrupt();
    say('\ninterrupted: the changes of this command are undone');
    void undoAll().then(
      () => process.exit(code),
      (error) => {
        say(`could not be undone: ${error.message}`);
        process.exit(1);
      },
    );
  });
}

async function undoAll() {
  for (const step of [...steps].reverse()) await step();
}
