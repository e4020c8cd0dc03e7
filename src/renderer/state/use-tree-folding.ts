import { useState } from 'react';
import type { Outline } from '../../exact-json/outline.ts';
import { ancestorPointers, opensByItself, type Folding } from './tree-rows.ts';

export interface TreeFolding {
  readonly folding: Folding;
  readonly fold: (pointer: string, open: boolean) => void;
  /** Folds everything to a depth; `Infinity` opens all. */
  readonly foldTo: (depth: number) => void;
  /** Opens a value and everything inside of it. */
  readonly openInside: (pointer: string) => void;
  /** Opens everything that a value lies in. */
  readonly reveal: (text: string, outline: Outline, index: number) => void;
}

/** What is open in a tree. It stays while another state with the same keys is looked at. */
export function useTreeFolding(openDepth: number, closed: readonly string[]): TreeFolding {
  const [folding, setFolding] = useState<Folding>(() => ({
    openDepth,
    longest: opensByItself,
    chosen: new Map(closed.map((pointer) => [pointer, false])),
    inside: [],
  }));
  const choose = (pointers: readonly string[], open: boolean): void =>
    setFolding((before) => ({
      ...before,
      chosen: new Map([...before.chosen, ...pointers.map((pointer) => [pointer, open] as const)]),
    }));
  return {
    folding,
    fold: (pointer, open) => choose([pointer], open),
    foldTo: (depth) =>
      // A depth that was asked for opens long lists too: they cost no more than short ones.
      setFolding({
        openDepth: depth,
        longest: depth === 1 ? opensByItself : Infinity,
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
