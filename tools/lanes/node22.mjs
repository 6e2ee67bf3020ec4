/** The lane `node22`: the whole test suite on Node.js 22. */
import { nodeRelease } from '../lib/node-release.mjs';

/** This lane runs every test, not only those of its own folder. */
export const wholeSuite = true;
/** And the tests of the tools. */
export const toolTests = true;

/** Installs Node.js 22; returns the program and the environment that the tests run with. */
export const prepare = () => nodeRelease(22);
