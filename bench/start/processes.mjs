// Resource use of processes from Linux's /proc. Other systems have no such files, so their rows are omitted.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export const canCount = existsSync('/proc/self/smaps_rollup');

/** A clock tick of `/proc`, in ms. */
const tickMs = 10;

/** @typedef {{ pid: number, parent: number, command: string, processorMs: number, megabytes: number }} Counted */

/**
 * A process and everything that it started.
 * @param {number} root
 * @returns {Counted[]}
 */
export function countTree(root) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => countOne(Number(name)));
  const tree = all.filter(({ pid }) => pid === root);
  for (const one of tree) tree.push(...all.filter(({ parent }) => parent === one.pid));
  return tree.map((one) => ({ ...one, megabytes: megabytesOf(one.pid) }));
}

/** @param {number} pid @returns {Counted[]} */
function countOne(pid) {
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const processorMs = (Number(facts[11]) + Number(facts[12])) * tickMs;
    return [{ pid, parent: Number(facts[1]), command, processorMs, megabytes: 0 }];
  } catch {
    // It has exited.
    return [];
  }
}

/** Its own memory and its share of what it has in common with others. @param {number} pid */
function megabytesOf(pid) {
  try {
    const facts = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(facts)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
