import { alignedNodeId } from '../../shared/comparison.ts';
import { countOf } from '../../shared/count-of.ts';
import type { RunChange, WhatChanged } from '../../shared/model/comparison.ts';

const changeNames: Readonly<Record<RunChange['kind'], string>> = {
  input: 'Input',
  command: 'Command',
  config: 'Config',
  context: 'Context',
  'assistant-version': 'Assistant version',
  'code-version': 'Code version',
  graph: 'Graph',
  'first-node': 'First node with a different output',
  error: 'Error',
};

// What a change is called: that of a node names the node, and its visit if it ran more than once.
export function changeTitle({ kind, execution }: RunChange): string {
  if (kind !== 'first-node' || execution === null) return changeNames[kind];
  const node = alignedNodeId(execution).replaceAll(':', ' › ');
  return `${changeNames[kind]}: ${node}${execution.visit === 1 ? '' : `, visit ${execution.visit}`}`;
}

// The changes by what is known of them, each in the order of likely causes.
export function sortChanges(changes: readonly RunChange[]) {
  return {
    different: changes.filter(({ equal }) => equal === false),
    unknown: changes.filter(({ equal }) => equal === null),
    same: changes.filter(({ equal }) => equal === true),
  };
}

export function searchedText({ runs, threads, isComplete }: WhatChanged['searched']): string {
  const where = `${countOf(runs, 'run')} of ${countOf(threads, 'thread')}`;
  return isComplete ? `Searched ${where}: there are no more.` : `Searched ${where}. The server has more.`;
}
