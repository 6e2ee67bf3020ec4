import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { randomInt } from 'node:crypto';
import { Injectable, type Provider, type Type } from '@nestjs/common';
import { ServiceLogger } from '@portolan/service';
import { firstValueFrom, from, throwError, timeout } from 'rxjs';
import type { Client } from '../jobs/client-headers';
import type { JobEntity } from '../jobs/job.entity';
import type { Candidate, CommandCandidate } from '../registry/registry-snapshot';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { CommandOption, Chooser, Chosen } from './select';

/** The part of a job that selectors see. */
export type SelectedFor = Pick<JobEntity, 'id' | 'name' | 'user' | 'version' | 'request'> & {
  /** Headers of the submission whose names begin with one of CLIENT_HEADERS; names in lower case. */
  clientHeaders: Client['headers'];
};

/**
 * The result of a selector: the id of a resource, and the reason, which is shown with the job's selection. Null without a
 * preference: the service then chooses among equals at random (V3-SEL-4).
 */
export type Wish = { id: string; rationale?: string } | null;

/** Chooses among the matching commands, each with the clusters it could run on; see docs/selectors.md. */
export abstract class CommandSelector {
  /** @param options two or more */
  abstract select(options: readonly CommandOption[], job: SelectedFor): Wish | Promise<Wish>;
}

/** Chooses among the clusters that the chosen command can run on. */
export abstract class ClusterSelector {
  /** @param clusters two or more */
  abstract select(
    clusters: readonly Candidate[],
    command: CommandCandidate,
    job: SelectedFor,
  ): Wish | Promise<Wish>;
}

/** Exports of the file named by `JOB_SELECTORS`: classes with a method `select`, created by Nest's injector. */
interface SelectorPlugin {
  commandSelector?: Type<CommandSelector>;
  clusterSelector?: Type<ClusterSelector>;
}

const NO_PREFERENCE = { useValue: { select: () => null } };

/**
 * Returns the providers of both selectors.
 * @param file path of a CommonJS file that exports a {@link SelectorPlugin}; undefined: no preference
 * @throws Error when the file cannot be read or exports neither
 */
export function selectorProviders(file: string | undefined): Provider[] {
  const { commandSelector, clusterSelector } = file === undefined ? {} : load(file);
  const madeBy = (useClass: Type<object> | undefined) => (useClass ? { useClass } : NO_PREFERENCE);
  return [
    { provide: CommandSelector, ...madeBy(commandSelector) },
    { provide: ClusterSelector, ...madeBy(clusterSelector) },
  ];
}

function load(file: string): SelectorPlugin {
  const path = resolve(file);
  const plugin = createRequire(path)(path) as SelectorPlugin;
  const given = [plugin.commandSelector, plugin.clusterSelector].filter((one) => one !== undefined);
  if (given.length > 0 && given.every((one) => typeof one === 'function')) return plugin;
  throw new Error(`JOB_SELECTORS: ${file} exports no class commandSelector or clusterSelector`);
}

/**
 * Calls the selectors, and chooses at random when they have no preference. A selector that throws, times out or names a
 * resource that was no candidate counts as without a preference: it must not keep jobs from running.
 */
@Injectable()
export class SelectorsService {
  constructor(
    private readonly commands: CommandSelector,
    private readonly clusters: ClusterSelector,
    private readonly config: JobOrchestrationConfig,
    private readonly logger: ServiceLogger,
  ) {}

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
    ask: () => Wish | Promise<Wish>,
  ): Promise<Chosen<T>> {
    try {
      const answer = ask();
      const wish = answer instanceof Promise ? await this.inTime(answer) : answer;
      const one = wish && options.find((option) => id(option) === wish.id);
      if (one) return { one, rationale: wish.rationale };
      if (wish) {
        const message = 'a selector chose a resource that was no candidate; choosing at random';
        this.logger.warn({ id: wish.id }, message);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'a selector failed; choosing at random');
    }
    return { one: options[randomInt(options.length)] as T };
  }

  private inTime<T>(answer: Promise<T>): Promise<T> {
    const limit = this.config.JOB_SELECTOR_TIMEOUT_MS;
    const late = () => throwError(() => new Error(`no answer within ${limit} ms`));
    return firstValueFrom(from(answer).pipe(timeout({ first: limit, with: late })));
  }
}

const idOf = ({ id }: Candidate): string => id;
const idOfOption = ({ command }: CommandOption): string => command.id;
