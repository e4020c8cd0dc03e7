// A studio in which nothing goes on, against an empty window with React in it: the processor's time over ten
// seconds, and memory. Its demo server counts for itself: it is another program, which the studio only
// starts.
import { setTimeout as pause } from 'node:timers/promises';
import { canCount, countTree } from './processes.mjs';

const settleMs = 8000;
const idleMs = 10_000;

/**
 * @typedef {{ window: number, rest: number, demo: number }} Parts The page's processes, the rest of the program, its demo server.
 * @typedef {{ processorMs: Parts, megabytes: Parts }} Idle
 */

/**
 * What a program takes while nobody uses it; `null` where that can't be counted.
 * @param {import('playwright').ElectronApplication} application
 * @returns {Promise<Idle | null>}
 */
export async function idleOf(application) {
  const pid = application.process().pid;
  if (!canCount || pid === undefined) return null;
  await pause(settleMs);
  const before = countTree(pid);
  await pause(idleMs);
  const after = countTree(pid);
  const spent = after.map((one) => {
    const earlier = before.find((other) => other.pid === one.pid);
    return { ...one, processorMs: one.processorMs - (earlier?.processorMs ?? 0) };
  });
  return {
    processorMs: parts(spent, ({ processorMs }) => processorMs),
    megabytes: parts(spent, ({ megabytes }) => megabytes),
  };
}

/**
 * @param {import('./processes.mjs').Counted[]} tree
 * @param {(one: import('./processes.mjs').Counted) => number} amount
 * @returns {Parts}
 */
function parts(tree, amount) {
  const sum = { window: 0, rest: 0, demo: 0 };
  /** @type {Set<number>} */ const demo = new Set();
  for (const one of tree) {
    const isDemo = demo.has(one.parent) || /utility-port|NodeService/.test(one.command);
    if (isDemo) demo.add(one.pid);
    sum[isDemo ? 'demo' : one.command.includes('--type=renderer') ? 'window' : 'rest'] += amount(one);
  }
  return sum;
}

/** Rows of a table: of an empty window, of the studio, and their ratio. @param {Idle | null} empty @param {Idle | null} studio */
export function idleRows(empty, studio) {
  if (empty === null || studio === null) return [];
  const row = (/** @type {string} */ name, /** @type {Idle} */ { processorMs, megabytes }) => [
    name,
    processorMs.window.toFixed(0),
    processorMs.rest.toFixed(0),
    megabytes.window.toFixed(0),
    megabytes.rest.toFixed(0),
    (megabytes.window + megabytes.rest).toFixed(0),
  ];
  const all = ({ megabytes: { window, rest } } = studio) => window + rest;
  const ratio = (/** @type {number} */ mine, /** @type {number} */ other) => `${(mine / other).toFixed(2)}x`;
  return [
    row('an empty window with React', empty),
    row('the studio, its graph drawn', studio),
    [
      'ratio',
      '',
      '',
      ratio(studio.megabytes.window, empty.megabytes.window),
      ratio(studio.megabytes.rest, empty.megabytes.rest),
      ratio(all(), all(empty)),
    ],
    ['its demo server', '', studio.processorMs.demo.toFixed(0), '', '', studio.megabytes.demo.toFixed(0)],
  ];
}
