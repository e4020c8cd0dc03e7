import { useState } from 'react';
import type { StructuralIndex } from 'exact-json';
import { ancestorPointers, autoExpandLimit, type TreeExpansion } from './tree-rows.ts';

export interface TreeExpansionState {
  readonly expansion: TreeExpansion;
  readonly setExpanded: (pointer: string, open: boolean) => void;
  // Expands to a depth; `Infinity` expands all.
  readonly expandToDepth: (depth: number) => void;
  readonly openInside: (pointer: string) => void;
  readonly reveal: (text: string, structuralIndex: StructuralIndex, index: number) => void;
}

export function useTreeExpansion(openDepth: number, closed: readonly string[]): TreeExpansionState {
  const [expansion, setExpansion] = useState<TreeExpansion>(() => ({
    openDepth,
    maxChildren: autoExpandLimit,
    chosen: new Map(closed.map((pointer) => [pointer, false])),
    inside: [],
  }));
  const choose = (pointers: readonly string[], open: boolean): void =>
    setExpansion((before) => ({
      ...before,
      chosen: new Map([...before.chosen, ...pointers.map((pointer) => [pointer, open] as const)]),
    }));
  return {
    expansion,
    setExpanded: (pointer, open) => choose([pointer], open),
    expandToDepth: (depth) =>
      // An explicit depth also expands long lists; the list is virtual, so they cost nothing extra.
      setExpansion({
        openDepth: depth,
        maxChildren: depth === 1 ? autoExpandLimit : Infinity,
        chosen: new Map(),
        inside: [],
      }),
    openInside: (pointer) =>
      setExpansion((before) => ({
        ...before,
        chosen: new Map(
          [...before.chosen].filter(([path]) => path !== pointer && !path.startsWith(`${pointer}/`)),
        ),
        inside: [...before.inside.filter((path) => path !== pointer), pointer],
      })),
    reveal: (text, structuralIndex, index) => choose(ancestorPointers(text, structuralIndex, index), true),
  };
}
