import { COMPLETION_SCRIPTS } from '../../completion/scripts.ts';
import { AS_IT_IS, examples, type RegisterGroup } from '../../session/cli.ts';

const USES = {
  bash: ['source <(portolan completion bash)', 'portolan completion bash > /etc/bash_completion.d/portolan'],
  zsh: ['source <(portolan completion zsh)'],
  fish: [
    'portolan completion fish | source',
    'portolan completion fish > ~/.config/fish/completions/portolan.fish',
  ],
} as const;

/** `portolan completion`. */
export const register: RegisterGroup = (group, cli) => {
  for (const shell of Object.keys(COMPLETION_SCRIPTS) as (keyof typeof COMPLETION_SCRIPTS)[]) {
    const command = group
      .command(shell)
      .description(`Print the script that completes commands, options, ids and names in ${shell}.`);
    command.action(cli.action(({ terminal }) => terminal.write(COMPLETION_SCRIPTS[shell]), AS_IT_IS));
    examples(command, ...USES[shell]);
  }
};
