import { Command } from 'commander';

/** The commands of the parser, with two answers to an incomplete command line that differ from those of commander. */
export class PortolanCommand extends Command {
  override createCommand(name?: string): PortolanCommand {
    return new PortolanCommand(name);
  }

  /** Shows a group that is called without a command as `--help` does: on stdout and with exit code 0. Commander takes it for an error. */
  override help(): never {
    return super.help();
  }

  /** Names a missing argument with its form. Commander calls this method, which its types leave out. */
  missingArgument(name: string): never {
    const form = this.registeredArguments.find((argument) => argument.name() === name)?.description;
    return this.error(`error: missing required argument '${name}'${form ? `: ${form}` : ''}`, {
      code: 'commander.missingArgument',
    });
  }
}
