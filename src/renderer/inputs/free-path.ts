import { inputPathOf } from '../../shared/inputs/input-path.ts';

// `writer/tides.json`, or with a number if there is one.
export function freePath(graph: string | null, name: string, taken: ReadonlySet<string>): string {
  return freePathIn(graph === null || /[<>:"/\\|?*]|^\./.test(graph) ? '' : graph, name, taken);
}

export function freePathIn(folder: string, name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const path = inputPathOf(folder, number === 1 ? name : `${name} ${number}`);
    if (!taken.has(path)) return path;
  }
}
