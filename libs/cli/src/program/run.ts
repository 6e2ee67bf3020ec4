import { CliError, ExitCode, ownFailureCode } from '../failure/cli-error.ts';
import { failureText, unexpectedText } from '../output/failure-text.ts';
import type { Call } from '../session/portolan-command.ts';
import type { Io } from '../session/session.ts';
import { buildProgram, isUsageFailure } from './program.ts';

const COMPLETE = '__complete';

/**
 * Runs one command line.
 * @param line the arguments without Node.js and script
 * @returns the exit code
 */
export async function run(line: readonly string[], io: Io, version: string): Promise<number> {
  if (line[0] === COMPLETE) return completed(line.slice(2), io, version);
  const words = withHelpOption(line);
  const call: Call = { io, version, words, exitCode: ExitCode.Success };
  const own = ownFailureCode(words);
  try {
    const program = await buildProgram(call);
    await program.parseAsync(words, { from: 'user' });
    return call.exitCode;
  } catch (error) {
    if (isUsageFailure(error)) return error.exitCode === 0 ? ExitCode.Success : (own ?? ExitCode.Usage);
    const failure = shown(error, io.env);
    io.stderr.write(failure.text);
    return failure.exitCode === ExitCode.Interrupted ? failure.exitCode : (own ?? failure.exitCode);
  }
}

/** `portolan help job submit` and `portolan job help submit` are `portolan job submit --help`. */
function withHelpOption(words: readonly string[]): readonly string[] {
  const at = words.slice(0, 2).indexOf('help');
  const isValue = at === 1 && words[0]?.startsWith('-');
  return at < 0 || isValue ? words : [...words.toSpliced(at, 1), '--help'];
}

/** The scripts of the shells call it; a failure offers nothing, because a message would disturb the line that is being typed. */
async function completed(words: readonly string[], io: Io, version: string): Promise<number> {
  try {
    const { complete } = await import('./complete.ts');
    await complete(words, io, version);
    return ExitCode.Success;
  } catch {
    return ExitCode.OfCommand;
  }
}

function shown(error: unknown, env: NodeJS.ProcessEnv): { text: string; exitCode: number } {
  if (error instanceof CliError) {
    if (error.exitCode === ExitCode.Interrupted) return { text: '', exitCode: error.exitCode };
    return { text: failureText(error), exitCode: error.exitCode };
  }
  return { text: unexpectedText(error, env), exitCode: ExitCode.OfCommand };
}
