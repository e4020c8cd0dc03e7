import { useState } from 'react';
import type { StructuralIndex } from '../../../exact-json/structural-index/structural-index.ts';
import { ancestorPointers, autoExpandLimit, type TreeExpansion } from './tree-rows.ts';

export interface TreeExpansionState {
  readonly expansion: TreeExpansion;
  readonly setExpanded: (pointer: string, open: boolean) => void;
  /** Folds everything to a depth; `Infinity` opens all. */
  readonly expandToDepth: (depth: number) => void;
  /** Opens a value and everything inside of it. */
  readonly openInside: (pointer: string) => void;
  /** Opens everything that a value lies in. */
  readonly reveal: (text: string, outline: StructuralIndex, index: number) => void;
}

/** What is open in a tree. It stays while another state with the same keys is looked at. */
export function useTreeExpansion(openDepth: number, closed: readonly string[]): TreeExpansionState {
  const [expansion, setFolding] = useState<TreeExpansion>(() => ({
    openDepth,
    longest: autoExpandLimit,
    chosen: new Map(closed.map((pointer) => [pointer, false])),
    inside: [],
  }));
  const choose = (pointers: readonly string[], open: boolean): void =>
    setFolding((before) => ({
      ...before,
      chosen: new Map([...before.chosen, ...pointers.map((pointer) => [pointer, open] as const)]),
    }));
  return {
    expansion,
    setExpanded: (pointer, open) => choose([pointer], open),
    expandToDepth: (depth) =>
      // A depth that was asked for opens long lists too: they cost no more than short ones.
      setFolding({
        openDepth: depth,
        longest: depth === 1 ? autoExpandLimit : Infinity,
        chosen: new Map(),
        inside: [],
      }),
    openInside: (pointer) =>
      setFolding((before) => ({
        ...before,
        chosen: new Map(
          [...before.chosen].filter(([own]) => own !== pointer && !own.startsWith(`${pointer}/`)),
        ),
        inside: [...before.inside.filter((own) => own !== pointer), pointer],
      })),
    reveal: (text, outline, index) => choose(ancestorPointers(text, outline, index), true),
  };
}
