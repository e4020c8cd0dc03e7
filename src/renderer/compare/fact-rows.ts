import type { CompareSide, SideFacts } from '../../shared/model/comparison.ts';
import { durationText } from '../ui/display/format.ts';

export interface ComparedFact {
  readonly name: string;
  readonly left: string;
  readonly right: string;
  /** `null`: not known of both. */
  readonly isDifferent: boolean | null;
  /** Right minus left, for what is counted. */
  readonly difference: string | null;
}

/** One side of the table: what it is, and what is known of it. */
export interface FactSide {
  readonly side: CompareSide;
  readonly serverName: string | null;
  readonly facts: SideFacts;
}

const unknown = 'unknown';
const none = '–';

type Kind = CompareSide['kind'];
const runs: readonly Kind[] = ['run', 'pass', 'thread'];
const ran: readonly Kind[] = [...runs, 'execution'];
const onThread: readonly Kind[] = [...ran, 'checkpoint'];
const every: readonly Kind[] = [...onThread, 'assistant'];

interface Fact {
  readonly name: string;
  /** The kinds that have it. */
  readonly kinds: readonly Kind[];
  /** `null`: unknown. */
  readonly text: (side: FactSide) => string | null;
  /** For what is counted. */
  readonly number?: (facts: SideFacts) => number | null;
  readonly numberText?: (value: number) => string;
}

const kindNames: Readonly<Record<Kind, string>> = {
  checkpoint: 'Checkpoint',
  run: 'Run',
  pass: 'Pass',
  thread: 'Thread',
  execution: 'Node',
  assistant: 'Assistant',
};

const facts: readonly Fact[] = [
  { name: 'Kind', kinds: every, text: ({ side }) => kindNames[side.kind] },
  { name: 'Server', kinds: every, text: ({ serverName }) => serverName },
  { name: 'Name', kinds: every, text: ({ facts: { name } }) => name },
  { name: 'Status', kinds: ran, text: ({ facts: { status } }) => status },
  {
    name: 'Began',
    kinds: every,
    text: ({ facts: { startedAt } }) => (startedAt === null ? null : new Date(startedAt).toLocaleString()),
  },
  {
    name: 'Duration',
    kinds: runs,
    text: ({ facts: { durationMs } }) => (durationMs === null ? null : durationText(durationMs)),
    number: ({ durationMs }) => durationMs,
    numberText: durationText,
  },
  {
    name: 'Tokens',
    kinds: runs,
    text: ({ facts: { tokens, incomplete } }) =>
      tokens === null ? null : `${incomplete === null ? '' : '≥ '}${tokens.toLocaleString('en')}`,
    number: ({ tokens, incomplete }) => (incomplete === null ? tokens : null),
    numberText: (value) => value.toLocaleString('en'),
  },
  { name: 'Cost', kinds: runs, text: ({ facts: { cost } }) => cost },
  { name: 'Graph', kinds: every, text: ({ facts: { graphId } }) => graphId },
  { name: 'Assistant', kinds: every, text: ({ facts: { assistantId } }) => assistantId },
  {
    name: 'Assistant version',
    kinds: ['run', 'pass', 'assistant'],
    text: ({ facts: { assistantVersion } }) => (assistantVersion === null ? null : String(assistantVersion)),
  },
  {
    name: 'Code version',
    kinds: onThread,
    text: ({ facts: { codeVersion } }) => codeVersion && `${codeVersion.value} (${codeVersion.member})`,
  },
  {
    name: 'Error',
    kinds: ran,
    text: ({ facts: { errorText, status } }) =>
      errorText ?? (status === null || status === 'error' || status === 'failed' ? null : 'none'),
  },
  { name: 'Checkpoint', kinds: onThread, text: ({ facts: { checkpointId } }) => checkpointId },
];

/** The facts that either side has, in a fixed order. */
export function factRows(left: FactSide, right: FactSide): readonly ComparedFact[] {
  return facts.flatMap((fact) => {
    const hasLeft = fact.kinds.includes(left.side.kind);
    const hasRight = fact.kinds.includes(right.side.kind);
    if (!hasLeft && !hasRight) return [];
    const [a, b] = [hasLeft ? fact.text(left) : none, hasRight ? fact.text(right) : none];
    return [
      {
        name: fact.name,
        left: a ?? unknown,
        right: b ?? unknown,
        isDifferent: a === null || b === null ? null : a !== b,
        difference: hasLeft && hasRight ? differenceOf(fact, left.facts, right.facts) : null,
      },
    ];
  });
}

function differenceOf({ number, numberText }: Fact, left: SideFacts, right: SideFacts): string | null {
  const [from, to] = [number?.(left) ?? null, number?.(right) ?? null];
  if (from === null || to === null || numberText === undefined || from === to) return null;
  const percent = from === 0 ? '' : ` (${to > from ? '+' : '−'}${percentText(Math.abs(to - from) / from)})`;
  return `${to > from ? '+' : '−'}${numberText(Math.abs(to - from))}${percent}`;
}

function percentText(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 1 ? '<1' : Math.round(percent).toLocaleString('en')}%`;
}
