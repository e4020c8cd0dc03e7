import { statSync } from 'node:fs';
import { BaseSequencer } from 'vitest/node';

/** vitest's own order. */
const { sort: longestFirst } = BaseSequencer.prototype;

/** What a test file is called that spends most of its time waiting for a server or a program. */
const waiting = /(?:-server|-cuts)[.]test[.]ts$|[/\\](?:conformance|local-server|projects|process)[/\\]/;

/** The waiting files of a project are spread over this share of it, so that none of them is left to run alone. */
const waitingShare = 0.75;

/**
 * The order of the unit tests. Files of one project follow each other, because a process goes on with a file
 * of its own project only. Among those of Node, the ones that wait and the ones that compute take turns, so that
 * the processors are never left idle.
 */
export class UnitOrder extends BaseSequencer {
  /** @override @type {BaseSequencer['sort']} */
  async sort(files) {
    const usual = await longestFirst.call(this, files);
    /** @type {Map<string, number>} */
    const sums = new Map();
    // Where a file begins, in bytes of its own kind.
    const placed = usual.map((file) => {
      const isWaiting = waiting.test(file.moduleId);
      const kind = `${file.project.name} ${isWaiting}`;
      const from = sums.get(kind) ?? 0;
      sums.set(kind, from + statSync(file.moduleId).size);
      return { file, name: file.project.name, kind, from, share: isWaiting ? waitingShare : 1 };
    });
    const positionOf = (/** @type {typeof placed[number]} */ { kind, from, share }) =>
      (share * from) / (sums.get(kind) ?? 1);
    return placed
      .toSorted((a, b) => a.name.localeCompare(b.name) || positionOf(a) - positionOf(b))
      .map(({ file }) => file);
  }
}
