// When a window shows its graph, and when the graph is interactive.

/**
 * Selectors: `seen` is there when what was waited for can be looked at, `ready` when it can be used too.
 * @typedef {{ seen: string, ready: string }} Marks
 * @typedef {{ seen: number, ready: number }} Times Milliseconds.
 */

const live = '[data-testid="graph-canvas"] [data-testid^="node-"]';

/** The studio draws the last graph as a picture first; nothing of it is left when its own graph stands. */
export const studioMarks = {
  seen: `[data-opening="graph"] [data-picture-node], ${live}`,
  ready: `body:not(:has([data-opening])) ${live}`,
};

export const blankMarks = { seen: '#root > p', ready: '#root > p' };

/** The one node of a page with React Flow; hidden until it has been measured. */
export const reactFlowMarks = { seen: '.react-flow__node', ready: '.react-flow__node' };

/** A window stores data for its next start a moment after it has settled. Milliseconds. */
export const storedAfterMs = 2000;

/**
 * @param {import('playwright').Page} page @param {Marks} marks @param {number} startedAt
 * @returns {Promise<Times>}
 */
export async function seenAndReady(page, marks, startedAt) {
  const at = async (/** @type {string} */ selector) => {
    await page.locator(selector).first().waitFor();
    return performance.now() - startedAt;
  };
  const [seen, ready] = await Promise.all([at(marks.seen), at(marks.ready)]);
  return { seen, ready };
}
