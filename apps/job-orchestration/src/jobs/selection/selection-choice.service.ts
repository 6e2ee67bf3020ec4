import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServiceLogger } from '@portolan/service';
import type { Candidate } from '../../registry/registry-snapshot';
import { JobOrchestrationConfig } from '../../job-orchestration-config';
import type { Chooser, Chosen, CommandOption } from './select';
import { ClusterSelector, CommandSelector, type SelectedFor, type WishOrNone } from './selectors';

/**
 * Asks the selectors, and takes any one where they have no wish. A selector that throws, takes too long or
 * names something that was no choice has none either: it must not keep jobs from running.
 */
@Injectable()
export class SelectionChoice {
  constructor(
    private readonly commands: CommandSelector,
    private readonly clusters: ClusterSelector,
    private readonly config: JobOrchestrationConfig,
    private readonly logger: ServiceLogger,
  ) {}

  /** Chooses for one job. */
  for(job: SelectedFor): Chooser {
    return {
      command: (options) => this.choose(options, idOfOption, () => this.commands.select(options, job)),
      cluster: (clusters, command) =>
        this.choose(clusters, idOf, () => this.clusters.select(clusters, command, job)),
    };
  }

  private async choose<T>(
    options: readonly T[],
    id: (option: T) => string,
    ask: () => WishOrNone,
  ): Promise<Chosen<T>> {
    try {
      const answer = ask();
      const wish = answer instanceof Promise ? await this.inTime(answer) : answer;
      const one = wish && options.find((option) => id(option) === wish.id);
      if (one) return { one, rationale: wish.rationale };
      if (wish) this.logger.warn({ id: wish.id }, 'a selector chose what was no choice; any one is taken');
    } catch (error) {
      this.logger.warn({ err: error }, 'a selector failed; any one is taken');
    }
    return { one: options[randomInt(options.length)] as T };
  }

  private async inTime<T>(answer: Promise<T>): Promise<T> {
    const limit = this.config.JOB_SELECTOR_TIMEOUT_MS;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${limit} ms`)), limit);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

const idOf = ({ id }: Candidate): string => id;
const idOfOption = ({ command }: CommandOption): string => command.id;
