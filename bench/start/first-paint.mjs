// When a window shows its graph, and when the graph is interactive.

/**
 * Selectors: `seen` is there when what was waited for can be looked at, `ready` when it can be used too.
 * `prepare` makes the first opening one that later ones come back to.
 * @typedef {{ seen: string, ready: string, prepare?: (page: import('playwright').Page) => Promise<void> }} Marks
 * @typedef {{ seen: number, ready: number }} Times Milliseconds.
 */

const live = '[data-testid="graph-canvas"] [data-testid^="node-"]';

/** The studio draws the last graph as a picture first; nothing of it is left when its own graph stands. */
export const studioMarks = {
  seen: `[data-opening="graph"] [data-picture-node], ${live}`,
  ready: `body:not(:has([data-opening])) ${live}`,
  // A window opens with its graph where it was left at a thread; otherwise with the runs of its server.
  async prepare(/** @type {import('playwright').Page} */ page) {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Threads' }).click();
    const threads = page.getByRole('region', { name: 'Threads' });
    await threads.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('button', { name: /^Thread: / }).waitFor();
  },
};

export const blankMarks = { seen: '#root > p', ready: '#root > p' };

/** The one node of a page with React Flow; hidden until it has been measured. */
export const reactFlowMarks = { seen: '.react-flow__node', ready: '.react-flow__node' };

/** A window stores data for its next start a moment after it has settled. Milliseconds. */
export const storedAfterMs = 2000;

/**
 * @param {import('playwright').Page} page @param {Marks} marks @param {number} startedAt @param {boolean} isFirst
 * @returns {Promise<Times>}
 */
export async function seenAndReady(page, marks, startedAt, isFirst) {
  if (isFirst) await marks.prepare?.(page);
  const at = async (/** @type {string} */ selector) => {
    await page.locator(selector).first().waitFor();
    return performance.now() - startedAt;
  };
  const [seen, ready] = await Promise.all([at(marks.seen), at(marks.ready)]);
  return { seen, ready };
}
