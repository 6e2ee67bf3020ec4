import { CliError, ExitCode } from '../failure/cli-error.ts';
import { failureText } from '../output/failure-text.ts';
import type { Session } from './session.ts';

/** An action that a command repeats for each of several things. */
interface Each<T, R> {
  /** Names the list of the results in data formats: `killed`. */
  done: string;
  nameOf: (thing: T) => string;
  act: (thing: T) => Promise<R>;
  /** The result in words, for people. */
  text: (result: R) => string;
}

/**
 * Acts on one thing after the other. A refusal is reported on stderr and does not keep the others from being tried; a service that
 * does not answer does, and the rest is named.
 * @returns the exit code: that of the worst failure
 */
export async function forEach<T, R>(
  session: Session,
  things: readonly T[],
  { done, nameOf, act, text }: Each<T, R>,
): Promise<number> {
  const { printer, terminal } = session;
  const results: R[] = [];
  const failed: { id: string; message: string }[] = [];
  let exitCode: number = ExitCode.Success;
  for (const [index, thing] of things.entries()) {
    try {
      const result = await act(thing);
      results.push(result);
      if (printer.isForPeople) await terminal.write(`${text(result)}\n`);
    } catch (error) {
      const failure = failureOf(session, error, nameOf(thing));
      await terminal.writeError(failureText(failure));
      failed.push({ id: nameOf(thing), message: failure.message });
      exitCode = Math.max(exitCode, failure.exitCode);
      if (failure.exitCode !== ExitCode.Unreachable) continue;
      const rest = things.slice(index + 1).map(nameOf);
      if (rest.length > 0) terminal.note(`not tried: ${rest.join(', ')}`);
      failed.push(...rest.map((id) => ({ id, message: 'not tried' })));
      break;
    }
  }
  if (!printer.isForPeople) await printer.data({ [done]: results, failed });
  return exitCode;
}

/** The same for ids or names, each named once. @param act acts on one of them */
export const forEachId = (
  session: Session,
  ids: readonly string[],
  done: string,
  act: (id: string) => Promise<unknown>,
  text = (id: string): string => `${id} is ${done}`,
): Promise<number> =>
  forEach(session, [...new Set(ids)], {
    done,
    nameOf: (id) => id,
    act: async (id) => {
      await act(id);
      return id;
    },
    text,
  });

/**
 * The same for what starts a job each; prints the ids of the jobs.
 * @param start starts the job of one of the ids, and returns the id of the job
 */
export const forEachStart = (
  session: Session,
  ids: readonly string[],
  done: string,
  start: (id: string) => Promise<string>,
): Promise<number> =>
  forEach(session, [...new Set(ids)], {
    done,
    nameOf: (id) => id,
    act: async (id) => ({ id, jobId: await start(id) }),
    text: ({ jobId }) => jobId,
  });

/** Between the words of a message; ids may have dots inside. */
const WORD_END = /[\s"'`,;:()]+|\.(?=\s|$)/;

/** The failure for one of several: its message names the thing. @throws what is no failure of a request or of the user */
function failureOf(session: Session, error: unknown, name: string): CliError {
  const failure = session.failureOf(error);
  if (!(failure instanceof CliError) || failure.exitCode === ExitCode.Interrupted) throw failure;
  const { message, exitCode, detail } = failure;
  const isNamed = message.split(WORD_END).includes(name);
  return isNamed ? failure : new CliError(`${name}: ${message}`, exitCode, detail);
}
