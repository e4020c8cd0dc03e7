import { memberTexts } from 'exact-json';
import { buildAnswer } from './answer-draft.ts';
import { decisionOptions, type DecisionOption } from './decision-options.ts';
import type { AnswerableInterrupt } from './group-interrupts.ts';
import { parseInterrupt } from './parse-interrupt.ts';
import { valueDifferences, type ValueDifferences } from './value-differences.ts';

export interface IdenticalAnswer {
  readonly interruptId: string;
  readonly option: DecisionOption;
  readonly valueText: string;
}

/** Interrupts of one node that differ only in their values, and what all of them can be answered with. */
export interface IdenticalInterrupts {
  readonly nodeId: string;
  readonly interrupts: readonly AnswerableInterrupt[];
  /** Always complete: nothing in which they differ is left out. */
  readonly differences: ValueDifferences;
  /** For each label, an answer per ID. */
  readonly answers: readonly { readonly label: string; readonly each: readonly IdenticalAnswer[] }[];
}

interface Candidate {
  readonly interrupt: AnswerableInterrupt;
  readonly answers: readonly IdenticalAnswer[];
}

/**
 * Groups of at least two interrupts that can be answered alike: same node, same members, same complete
 * answers. A group whose differences are too many or too long to show is left out, because nobody should
 * approve what can't be seen.
 */
export function identicalInterrupts(interrupts: readonly AnswerableInterrupt[]): IdenticalInterrupts[] {
  const groups = new Map<string, Candidate[]>();
  for (const interrupt of interrupts) {
    const { id: interruptId, nodeId, valueText } = interrupt;
    const question = parseInterrupt(interrupt);
    const answers = decisionOptions(question)
      .filter(({ isComplete }) => isComplete)
      .map((option) => ({ interruptId, option, valueText: buildAnswer(question, option.draft).text }));
    if (answers.length === 0) continue;
    const keys = memberTexts(valueText).map(({ key }) => key);
    const identity = JSON.stringify([nodeId, keys, answers.map(({ option }) => option.label)]);
    const group = groups.get(identity);
    if (group) group.push({ interrupt, answers });
    else groups.set(identity, [{ interrupt, answers }]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || new Set(group.map(({ interrupt }) => interrupt.id)).size < 2) return [];
    const differences = valueDifferences(group.map(({ interrupt }) => interrupt.valueText));
    if (differences === null || differences.isCut) return [];
    return [
      {
        nodeId: first.interrupt.nodeId,
        interrupts: group.map(({ interrupt }) => interrupt),
        differences,
        answers: first.answers.map(({ option: { label } }, index) => ({
          label,
          each: group.flatMap(({ answers }) => answers[index] ?? []),
        })),
      },
    ];
  });
}
