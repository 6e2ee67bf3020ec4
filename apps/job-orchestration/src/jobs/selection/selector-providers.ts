import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Provider, Type } from '@nestjs/common';
import { AnyClusterSelector, AnyCommandSelector, ClusterSelector, CommandSelector } from './selectors';

/** What a file named by `JOB_SELECTORS` exports: classes with a method `select`, made by Nest's injector. */
export interface SelectorPlugin {
  commandSelector?: Type<CommandSelector>;
  clusterSelector?: Type<ClusterSelector>;
}

/**
 * The providers of both selectors.
 *
 * @param file path of a CommonJS file that exports a {@link SelectorPlugin}; undefined: the defaults
 * @throws Error when the file can't be read or exports neither
 */
export function selectorProviders(file: string | undefined): Provider[] {
  const plugin = file === undefined ? {} : load(file);
  return [
    { provide: CommandSelector, useClass: plugin.commandSelector ?? AnyCommandSelector },
    { provide: ClusterSelector, useClass: plugin.clusterSelector ?? AnyClusterSelector },
  ];
}

function load(file: string): SelectorPlugin {
  const path = resolve(file);
  const plugin = createRequire(path)(path) as SelectorPlugin;
  const given = [plugin.commandSelector, plugin.clusterSelector].filter((one) => one !== undefined);
  if (given.length === 0 || !given.every((one) => typeof one === 'function')) {
    throw new Error(`JOB_SELECTORS: ${file} exports no class commandSelector or clusterSelector`);
  }
  return plugin;
}
