import { compactJson, elementTexts, memberText } from 'exact-json';
import type {
  AlignedExecution,
  CodeVersion,
  ComparedPart,
  Comparison,
  RunChange,
} from '../../shared/model/comparison.ts';
import type { SideContent } from './side-content.ts';
import { truncate } from '../../shared/truncate.ts';

// UTF-16 units of a text for display.
const maxTextLength = 500;

export interface OutputTexts {
  readonly before: string | null;
  readonly after: string | null;
}

// What became of everything that may be the cause of a failure, the likely causes first. `compared`: the good run on the left.
export function listChanges(
  compared: Comparison,
  before: SideContent,
  after: SideContent,
  outputs: OutputTexts,
): RunChange[] {
  const { left, right } = compared;
  const part = (kind: 'input' | 'command' | 'config' | 'context'): RunChange[] => {
    const comparedPart = compared.parts.find((one) => one.part === kind);
    // Neither has one: there is nothing to say.
    if (comparedPart === undefined) return [];
    return [
      {
        ...empty,
        kind,
        equal: comparedPart.equal,
        before: shortJson(before.parts.get(kind)?.text ?? null),
        after: shortJson(after.parts.get(kind)?.text ?? null),
        note: noteOf(comparedPart),
      },
    ];
  };
  return [
    ...part('input'),
    ...part('command'),
    ...part('config'),
    ...part('context'),
    {
      ...empty,
      kind: 'assistant-version',
      equal: sameAssistant(left, right),
      before: assistantText(left),
      after: assistantText(right),
      note:
        left.assistantVersion === null || right.assistantVersion === null
          ? 'The server does not say which version of the assistant a run used.'
          : null,
    },
    {
      ...empty,
      kind: 'code-version',
      equal: sameCode(left.codeVersion, right.codeVersion),
      before: codeText(left),
      after: codeText(right),
      note:
        left.codeVersion === null || right.codeVersion === null
          ? 'The server does not say which version of the code a run used.'
          : null,
    },
    graphChange(compared, before, after),
    nodeChange(compared, outputs),
    {
      ...empty,
      kind: 'error',
      equal: left.errorText === right.errorText,
      before: shorten(left.errorText),
      after: shorten(right.errorText),
    },
  ];
}

// The first execution whose output differs, or that ran on one side only; `null` without one. One that was aborted differs
// because of another one, which may stand after it.
export function firstDifference({ executions }: Pick<Comparison, 'executions'>): AlignedExecution | null {
  const differs = new Set<AlignedExecution['mark']>(['other-output', 'only-left', 'only-right']);
  const rows = executions?.rows ?? [];
  const different = rows.filter(({ mark }) => differs.has(mark));
  let first = different.find((row) => !isAborted(row)) ?? different[0] ?? null;
  if (first === null) return null;
  // A subgraph's node differs because of a node in it, which the rows list after it.
  for (const row of rows.slice(rows.indexOf(first) + 1)) {
    if (differs.has(row.mark) && !isAborted(row) && isInside(row.path, first)) first = row;
  }
  return first;
}

function isAborted({ left, right }: AlignedExecution): boolean {
  return left?.status === 'aborted' || right?.status === 'aborted';
}

function isInside(path: readonly string[], { path: containerPath, node }: AlignedExecution): boolean {
  const container = [...containerPath, node];
  return container.every((name, index) => path[index] === name);
}

const empty = { before: null, after: null, execution: null, note: null } as const;

function nodeChange(compared: Comparison, outputs: OutputTexts): RunChange {
  const execution = firstDifference(compared);
  const { executions } = compared;
  const base = { ...empty, kind: 'first-node' as const };
  if (execution !== null) return { ...base, equal: false, ...outputs, execution };
  if (executions === null)
    return { ...base, equal: null, note: compared.right.incomplete ?? compared.left.incomplete };
  const isUnknown = executions.isCut || executions.rows.some(({ mark }) => mark === 'unknown');
  if (!isUnknown) return { ...base, equal: true };
  return { ...base, equal: null, note: 'The server does not store everything that the nodes wrote.' };
}

// Servers keep only today's graph: that of a run is known as far as its nodes are gone.
function graphChange(compared: Comparison, before: SideContent, after: SideContent): RunChange {
  const base = { ...empty, kind: 'graph' as const };
  const [a, b] = [before.parts.get('graph'), after.parts.get('graph')];
  const compare = compared.parts.find(({ part }) => part === 'graph');
  if (!a?.isKnown || !b?.isKnown || a.text === null || b.text === null)
    return { ...base, equal: null, note: (compare && noteOf(compare)) ?? null };
  if (compare?.equal === false)
    return { ...base, equal: false, note: 'The assistants have different graphs.' };
  const removedNodes = [before, after].flatMap((side, index) =>
    missingNodes(side, (index === 0 ? a : b).text ?? '{}'),
  );
  if (removedNodes.length === 0)
    return { ...base, equal: null, note: 'Servers don’t store the graph that a run used.' };
  const names = [...new Set(removedNodes)];
  return {
    ...base,
    equal: false,
    note: `The graph has changed since: it no longer has ${shorten(names.join(', ')) ?? ''}.`,
  };
}

function missingNodes({ executions }: SideContent, graphText: string): string[] {
  const nodes = new Set(
    elementTexts(memberText(graphText, 'nodes') ?? '[]').map((text) => JSON.parse(text) as string),
  );
  return (executions?.executions ?? []).flatMap(({ path, node }) =>
    path.length === 0 && !nodes.has(node) ? [node] : [],
  );
}

function sameAssistant(left: Comparison['left'], right: Comparison['right']): boolean | null {
  if (left.assistantId === null || right.assistantId === null) return null;
  if (left.assistantId !== right.assistantId) return false;
  if (left.assistantVersion === null || right.assistantVersion === null) return null;
  return left.assistantVersion === right.assistantVersion;
}

// Values of different members can't be compared.
function sameCode(a: CodeVersion | null, b: CodeVersion | null): boolean | null {
  return a === null || b === null || a.member !== b.member ? null : a.value === b.value;
}

function assistantText({ assistantId, assistantVersion }: Comparison['left']): string | null {
  if (assistantVersion === null) return assistantId;
  return `version ${assistantVersion} of ${assistantId ?? 'an assistant'}`;
}

function codeText({ codeVersion }: Comparison['left']): string | null {
  return codeVersion === null ? null : shorten(`${codeVersion.member}: ${codeVersion.value}`);
}

function noteOf({ left, right }: ComparedPart): string | null {
  if (!left.isKnown) return left.note;
  return right.isKnown ? null : right.note;
}

export function shortJson(text: string | null): string | null {
  return text === null ? null : shorten(text.length > 100_000 ? text : compactJson(text));
}

function shorten(text: string | null): string | null {
  return text === null ? null : truncate(text, maxTextLength);
}
