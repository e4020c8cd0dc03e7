import { BaseSequencer } from 'vitest/node';

/** vitest's own order. */
const { sort: longestFirst } = BaseSequencer.prototype;

/** What a test file is called that spends most of its time waiting for a server. */
const waiting = /(?:-server|-cuts)[.]test[.]ts$|[/\\](?:conformance|local-server)[/\\]/;

/**
 * The order of the unit tests. Files of one project follow each other, because a process goes on with a file
 * of its own project only. Among those of Node, the ones that wait for servers come first, so that none of
 * them is left to run alone.
 */
export class UnitOrder extends BaseSequencer {
  /** @override @type {BaseSequencer['sort']} */
  async sort(files) {
    /** @param {import('vitest/node').TestSpecification} file */
    const rank = ({ project, moduleId }) => `${project.name} ${waiting.test(moduleId) ? 0 : 1}`;
    const usual = await longestFirst.call(this, files);
    return usual.toSorted((one, other) => rank(one).localeCompare(rank(other)));
  }
}
