import { alignedNodeId } from '../../shared/comparison.ts';
import { countOf } from '../../shared/count-of.ts';
import type {
  AlignedExecution,
  ExecutionRef,
  RunChange,
  WhatChanged,
} from '../../shared/model/comparison.ts';
import { truncate } from './truncate.ts';
import { columns, StyledText, type PrintableText, type TextPart } from './styled-text.ts';

const maxValueLength = 200;

export function runChangesText(comparison: WhatChanged): PrintableText {
  const { base, changes, run } = comparison;
  if (base === null) return noBaseText(comparison);
  const { left, right } = changes.find(({ kind }) => kind === 'first-node')?.execution ?? {};
  const sides = left && right ? [taskSide(base.threadId, left), taskSide(run.threadId, right)] : [];
  return [
    `The last successful run was ${base.runId} on thread ${base.threadId}.\n`,
    ...columns(changes.map(row)),
    ...(sides.length === 0 ? [] : [`\nTo see what the node read and wrote: diff '${sides.join("' '")}'`]),
  ];
}

function taskSide(threadId: string, { checkpointId, checkpointNs, taskId }: ExecutionRef): string {
  return [
    'task:',
    threadId,
    '@',
    checkpointId,
    '/',
    ...(checkpointNs === '' ? [] : [checkpointNs, '/']),
    taskId,
  ].join('');
}

function noBaseText({ searched: { runs, threads, isComplete, problem } }: WhatChanged): string {
  const extent = `${countOf(runs, 'run')} on ${countOf(threads, 'thread')}`;
  const completeness =
    problem ?? (isComplete ? 'There are no more.' : 'There are more that were not searched.');
  return `No earlier successful run of this graph was found. Searched ${extent}. ${completeness}`;
}

function row({ kind, equal, before, after, execution, note }: RunChange): TextPart[] {
  const node = execution && visitText(execution);
  const values = equal === true ? null : valuesText(before, after);
  return [
    equal === null
      ? 'unknown'
      : equal
        ? new StyledText('quiet', 'same')
        : new StyledText('waiting', 'changed'),
    kind.replace('-', ' '),
    [node, values, note].filter((one) => one !== null).join('  '),
  ];
}

/** `write:draft`, from the second visit on with its number. */
export function visitText(execution: AlignedExecution): string {
  return `${alignedNodeId(execution)}${execution.visit > 1 ? ` (${execution.visit})` : ''}`;
}

function valuesText(before: string | null, after: string | null): string | null {
  if (before === null && after === null) return null;
  return `${formatText(before)} → ${formatText(after)}`;
}

function formatText(text: string | null): string {
  return text === null ? 'nothing' : truncate(text.replaceAll('\n', ' '), maxValueLength);
}
