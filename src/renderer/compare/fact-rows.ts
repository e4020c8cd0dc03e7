import { tokenCountText } from '../ui/display/tokens-text.ts';
import type { CompareSide, SideFacts, SideStatus, ExecutionRef } from '../../shared/model/comparison.ts';
import { amountText } from '../../shared/cost.ts';
import { durationText, boundedDurationText, shortId } from '../ui/display/format.ts';

export interface ComparedFact {
  readonly name: string;
  readonly left: string;
  readonly right: string;
  // Of what `left` and `right` name; `null` of all else.
  readonly leftId: string | null;
  readonly rightId: string | null;
  // `null`: not known of both.
  readonly isDifferent: boolean | null;
  // Right minus left, of what is counted: `null` for all else.
  readonly difference: string | null;
}

export interface FactSide {
  readonly side: CompareSide;
  readonly serverName: string | null;
  readonly facts: SideFacts;
  // `null`: unknown, or not read yet.
  readonly assistantName: string | null;
}

const unknown = 'unknown';
const none = '–';

type Kind = CompareSide['kind'];
const executedKinds: readonly Kind[] = ['run', 'turn', 'thread', 'execution'];
const onThread: readonly Kind[] = [...executedKinds, 'checkpoint'];
const every: readonly Kind[] = [...onThread, 'assistant'];

interface Fact {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly text: (side: FactSide) => string | null;
  // For what is named by `text`, and is the same where this is.
  readonly id?: (facts: SideFacts) => string | null;
  // For what is counted; `null` if it is not known exactly.
  readonly count?: (facts: SideFacts) => Quantity | null;
}

// A number with its unit: only those of the same unit are compared.
interface Quantity {
  readonly value: bigint;
  readonly unit: string;
  readonly amountText: (amount: bigint) => string;
}

// Statuses whose error may be unknown.
const mayHaveError: readonly SideStatus[] = ['error', 'failed', 'pending', 'running', 'busy'];

const kindNames: Readonly<Record<Kind, string>> = {
  checkpoint: 'Checkpoint',
  run: 'Run',
  turn: 'Turn',
  thread: 'Thread',
  execution: 'Node',
  assistant: 'Assistant',
};

const facts: readonly Fact[] = [
  { name: 'Kind', kinds: every, text: ({ side }) => kindNames[side.kind] },
  { name: 'Server', kinds: every, text: ({ serverName }) => serverName },
  { name: 'Name', kinds: every, text: ({ facts: { name } }) => name },
  { name: 'Status', kinds: executedKinds, text: ({ facts: { status, statusText } }) => statusText ?? status },
  {
    name: 'Started',
    kinds: every,
    text: ({ facts: { startedAt } }) => (startedAt === null ? null : new Date(startedAt).toLocaleString()),
  },
  {
    name: 'Duration',
    kinds: executedKinds,
    text: (side) => boundedDuration(side.facts),
    count: ({ durationMs, durationBound }) =>
      durationMs === null || durationBound === 'atMost' || durationBound === 'atLeast'
        ? null
        : {
            value: BigInt(Math.round(durationMs)),
            unit: 'ms',
            amountText: (amount) => durationText(Number(amount)),
          },
  },
  {
    name: 'Tokens',
    kinds: executedKinds,
    text: ({ facts: { tokens, incomplete } }) =>
      tokens === null ? null : tokenCountText(tokens, incomplete !== null),
    count: ({ tokens, incomplete }) =>
      tokens === null || incomplete !== null
        ? null
        : {
            value: BigInt(tokens),
            unit: 'tokens',
            amountText: (amount) => amount.toLocaleString('en'),
          },
  },
  {
    name: 'Cost',
    kinds: executedKinds,
    text: ({ facts: { cost } }) => cost,
    count: ({ exactCost, incomplete }) =>
      exactCost === null || incomplete !== null
        ? null
        : {
            value: BigInt(exactCost.units),
            unit: exactCost.currency,
            amountText: (amount) => amountText(amount, exactCost.currency),
          },
  },
  { name: 'Graph', kinds: every, text: ({ facts: { graphId } }) => graphId },
  {
    name: 'Assistant',
    kinds: every,
    text: ({ assistantName, facts: { assistantId } }) => assistantName ?? assistantId,
    id: ({ assistantId }) => assistantId,
  },
  {
    name: 'Assistant version',
    kinds: ['run', 'turn', 'assistant'],
    text: ({ facts: { assistantVersion } }) => (assistantVersion === null ? null : String(assistantVersion)),
  },
  {
    name: 'Code version',
    kinds: onThread,
    text: ({ facts: { codeVersion } }) => codeVersion && `${codeVersion.value} (${codeVersion.member})`,
  },
  {
    name: 'Error',
    kinds: executedKinds,
    text: ({ facts: { errorText, status } }) =>
      errorText ?? (status === null || mayHaveError.includes(status) ? null : 'none'),
  },
  { name: 'Checkpoint', kinds: onThread, text: ({ facts: { checkpointId } }) => checkpointId },
];

export function factRows(left: FactSide, right: FactSide): readonly ComparedFact[] {
  return facts.flatMap((fact) => {
    const hasLeft = fact.kinds.includes(left.side.kind);
    const hasRight = fact.kinds.includes(right.side.kind);
    if (!hasLeft && !hasRight) return [];
    const { count, text, id } = fact;
    const [a, b] = [hasLeft ? text(left) : none, hasRight ? text(right) : none];
    const leftId = (hasLeft && id?.(left.facts)) || null;
    const rightId = (hasRight && id?.(right.facts)) || null;
    // Two of the same name are told apart.
    const isAlike = a === b && leftId !== null && rightId !== null && leftId !== rightId;
    const counted = hasLeft && hasRight && count ? difference(count(left.facts), count(right.facts)) : null;
    return [
      {
        name: fact.name,
        left: isAlike ? `${a} (${shortId(leftId)})` : (a ?? unknown),
        right: isAlike ? `${b} (${shortId(rightId)})` : (b ?? unknown),
        leftId,
        rightId,
        isDifferent:
          counted?.isDifferent ??
          (a === null || b === null || counted !== null ? null : (leftId ?? a) !== (rightId ?? b)),
        difference: counted?.text ?? (count ? none : null),
      },
    ];
  });
}

// What is counted differs also where both sides read alike, rounded; a lower bound is neither equal nor different.
function difference(
  from: Quantity | null,
  to: Quantity | null,
): { readonly isDifferent: boolean | null; readonly text: string } {
  if (from === null || to === null || from.unit !== to.unit) return { isDifferent: null, text: unknown };
  if (from.value === to.value) return { isDifferent: false, text: 'none' };
  const isMore = to.value > from.value;
  const amount = isMore ? to.value - from.value : from.value - to.value;
  const sign = isMore ? '+' : '−';
  // A hundredth of a percent is less than is shown.
  const percent =
    from.value === 0n ? '' : ` (${sign}${percentText(Number((amount * 10_000n) / from.value) / 10_000)})`;
  return { isDifferent: true, text: `${sign}${from.amountText(amount)}${percent}` };
}

function percentText(share: number): string {
  const percent = share * 100;
  return `${percent < 1 ? '<1' : Math.round(percent).toLocaleString('en')}%`;
}

// A time with the sign of its bound: `≤ 1.2 s`; `null` if it is unknown.
export function boundedDuration({
  durationMs,
  durationBound,
}: Pick<ExecutionRef, 'durationMs' | 'durationBound'>): string | null {
  return durationMs === null ? null : boundedDurationText(durationMs, durationBound ?? 'exact');
}
