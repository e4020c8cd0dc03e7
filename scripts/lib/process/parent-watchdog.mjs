import { readFileSync } from 'node:fs';

/**
 * @typedef {object} ProcessFacts
 * @property {number} pid
 * @property {number} parent
 * @property {number} group
 * @property {string} started Tells a process from a later one with the same number.
 */

/**
 * The processes above this one that belong to the same job: npm, the shells that it starts, a script around them. One
 * that was started as a job of its own (a terminal's shell, a service manager) is not among them.
 * @returns {ProcessFacts[]}
 */
function ancestorsOfThisJob() {
  const processFacts = factsOf(process.pid);
  /** @type {ProcessFacts[]} */
  const ancestors = [];
  for (
    let above = processFacts && factsOf(processFacts.parent);
    above && above.pid > 1;
    above = factsOf(above.parent)
  ) {
    if (above.group !== processFacts?.group) break;
    ancestors.push(above);
  }
  return ancestors;
}

/**
 * Calls `onOrphaned` once when whoever started this process is gone, even by kill -9, which gives no notice: without
 * this the studio would go on and keep its port. Looks once a second. Returns the undo.
 * @param {() => void} onOrphaned
 */
export function whenOrphaned(onOrphaned) {
  const ancestors = ancestorsOfThisJob();
  const parent = process.ppid;
  const timer = setInterval(() => {
    const alive = ancestors.every(({ pid, started }) => factsOf(pid)?.started === started);
    // Without /proc, only the parent's number is available.
    if (alive && (ancestors.length > 0 || process.ppid === parent)) return;
    clearInterval(timer);
    onOrphaned();
  }, 1_000);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Reads `/proc/PID/stat`. The second field is the program's name in brackets and may itself hold spaces and brackets.
 * @param {number} pid
 * @returns {ProcessFacts | null} `null` when there is no such process (or only what is left of it), or no /proc.
 */
function factsOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = '', parent = '', group = ''] = fields;
    if (state === 'Z' || state === 'X') return null;
    return { pid, parent: Number(parent), group: Number(group), started: fields[19] ?? '' };
  } catch {
    return null;
  }
}
