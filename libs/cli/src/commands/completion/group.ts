import { COMPLETION_SCRIPTS } from '../../completion/scripts.ts';
import { AS_IT_IS, type RegisterGroup } from '../../session/portolan-command.ts';

const USES = {
  bash: ['source <(portolan completion bash)', 'portolan completion bash > /etc/bash_completion.d/portolan'],
  zsh: ['source <(portolan completion zsh)'],
  fish: [
    'portolan completion fish | source',
    'portolan completion fish > ~/.config/fish/completions/portolan.fish',
  ],
} as const;

/** `portolan completion`. */
export const register: RegisterGroup = (group) => {
  for (const shell of Object.keys(COMPLETION_SCRIPTS) as (keyof typeof COMPLETION_SCRIPTS)[]) {
    group
      .command(shell)
      .description(`Print the script that completes commands, options, ids and names in ${shell}.`)
      .examples(...USES[shell])
      .sessionAction(({ terminal }) => terminal.write(COMPLETION_SCRIPTS[shell]), AS_IT_IS);
  }
};
