import { changedMembers, memberText, memberTexts } from 'exact-json';
import { JsonText, type Superstep } from 'remote-graph-client/client';
import { nextKey, observedWriters, possibleWriters, reducedKeys } from './infer-writes.ts';
import { messageDelta } from './message-delta.ts';
import type { SourceCheckpoint, SourceTask } from './source-history.ts';
import { noAdjustments, type CloneAdjustments, type KeyForm, type PlannedStep } from './step-plan.ts';

interface PlanOptions {
  // Of each node, by the graph's edges.
  readonly successors: ReadonlyMap<string, readonly string[]>;
  readonly adjustments?: CloneAdjustments;
}

// Plans the supersteps that make a branch again: each node writes what the history says it wrote. Where it does not
// say so (a node that asked, an edit), its writes are derived from the values. `branch`: oldest first, without gaps.
export function planSupersteps(
  branch: readonly SourceCheckpoint[],
  { successors, adjustments = noAdjustments }: PlanOptions,
): PlannedStep[] {
  const reduced = reducedKeys(branch);
  const observed = observedWriters(branch);
  const plan: PlannedStep[] = [];
  for (const [index, checkpoint] of branch.entries()) plan.push(planStep(checkpoint, index));
  return plan;

  function planStep(checkpoint: SourceCheckpoint, index: number): PlannedStep {
    if (startTaskOf(checkpoint)) return inputStep(checkpoint, branch[index + 1]);
    const parent = branch[index - 1] ?? null;
    const before = plan.at(-1);
    if (checkpoint.source === 'fork' && before && sameStep(checkpoint, parent))
      return copyStep(checkpoint, before);
    const tasks = checkpoint.source === 'update' ? [] : (parent?.tasks ?? []);
    const writers = tasks.length > 0 ? [] : possibleWriters(checkpoint.next, observed, successors);
    const writer =
      writers[(adjustments.writers.get(index) ?? 0) % Math.max(1, writers.length)] ?? '__start__';
    const step = {
      checkpoint,
      before: parent?.valuesText ?? '{}',
      updates: tasks.length > 0 ? tasks.map(toUpdate) : [unknownUpdate(writer)],
    };
    const { forms, derivedKeys } = fillIn(step, reduced, (key) => adjustments.formOf(index, key));
    const superstep = toSuperstep(step.updates, adjustments.gotos.get(index));
    return { checkpoint, superstep, forms, derivedKeys, writers };
  }
}

// A run from a past checkpoint begins with a copy of it, as its child.
const sameStep = (checkpoint: SourceCheckpoint, parent: SourceCheckpoint | null): boolean =>
  parent !== null &&
  parent.valuesText === checkpoint.valuesText &&
  nextKey(parent.next) === nextKey(checkpoint.next);

// The nodes that wrote the checkpoint before write nothing: what runs next stays.
function copyStep(checkpoint: SourceCheckpoint, { superstep: { updates } }: PlannedStep): PlannedStep {
  const values = new JsonText('{}');
  const copied = updates.map(({ asNode, command }) =>
    command ? { asNode, command: { ...command, update: values } } : { asNode, values },
  );
  return { checkpoint, superstep: { updates: copied }, forms: new Map(), derivedKeys: [], writers: [] };
}

function startTaskOf({ source, tasks }: SourceCheckpoint): SourceTask | undefined {
  return source === 'input' || source === 'fork' ? tasks.find(({ name }) => name === '__start__') : undefined;
}

// An input whose text is unknown is what the step after it changed.
function inputStep(checkpoint: SourceCheckpoint, child: SourceCheckpoint | undefined): PlannedStep {
  const resultText = startTaskOf(checkpoint)?.resultText ?? null;
  const changed = child ? changedMembers(checkpoint.valuesText, child.valuesText).changed : [];
  const members = changed.map(({ key, valueText }) => `${JSON.stringify(key)}:${valueText}`);
  const values = new JsonText(resultText ?? `{${members.join(',')}}`);
  const superstep = { updates: [{ asNode: '__input__', values }] };
  return { checkpoint, superstep, forms: new Map(), derivedKeys: [], writers: [] };
}

interface Update {
  readonly asNode: string;
  // By key.
  readonly writes: Map<string, string>;
  readonly isKnown: boolean;
}

function toUpdate({ name, resultText, interrupts }: SourceTask): Update {
  // Without an interrupt no result means that it wrote nothing.
  if (resultText === null && interrupts > 0) return unknownUpdate(name);
  const writes = new Map(memberTexts(resultText ?? '{}').map(({ key, text }) => [key, text]));
  return { asNode: name, writes, isKnown: true };
}

function unknownUpdate(asNode: string): Update {
  return { asNode, writes: new Map(), isKnown: false };
}

interface OpenStep {
  readonly checkpoint: SourceCheckpoint;
  // Values of the parent.
  readonly before: string;
  readonly updates: readonly Update[];
}

function fillIn(
  { checkpoint, before, updates }: OpenStep,
  reduced: ReadonlySet<string>,
  correctionOf: (key: string) => KeyForm | null,
): Pick<PlannedStep, 'forms' | 'derivedKeys'> {
  const forms = new Map<string, KeyForm>();
  const derivedKeys: string[] = [];
  const changed = new Set(changedMembers(before, checkpoint.valuesText).changed.map(({ key }) => key));
  const writerNames = new Set(updates.flatMap(({ writes }) => [...writes.keys()]));
  const allKnown = updates.every(({ isKnown }) => isKnown);
  for (const key of new Set([...changed, ...writerNames])) {
    const after = memberText(checkpoint.valuesText, key);
    if (after === null) continue;
    const isDerived = changed.has(key) && !(allKnown && writerNames.has(key));
    if (isDerived) derivedKeys.push(key);
    const delta = messageDelta(memberText(before, key), after);
    const derivedForm: KeyForm = reduced.has(key) ? 'overwrite' : writerNames.has(key) ? 'written' : 'whole';
    const form = correctionOf(key) ?? (delta !== null ? 'messages' : isDerived ? derivedForm : 'written');
    forms.set(key, form);
    if (form === 'written') continue;
    const text =
      form === 'messages' ? `[${delta?.join(',') ?? ''}]` : form === 'whole' ? after : overwrite(after);
    setWrite(updates, key, text);
  }
  return { forms, derivedKeys };
}

// One node writes the key: the one that is known to, or the first of which it is unknown.
function setWrite(updates: readonly Update[], key: string, text: string): void {
  const writer =
    updates.find(({ writes }) => writes.has(key)) ?? updates.find(({ isKnown }) => !isKnown) ?? updates[0];
  for (const { writes } of updates) writes.delete(key);
  writer?.writes.set(key, text);
}

// Sets a value past its reducer (docs/protocol.md, State updates).
function overwrite(valueText: string): string {
  return `{"__overwrite__":${valueText}}`;
}

function toSuperstep(updates: readonly Update[], goto: readonly string[] | undefined): Superstep {
  return {
    updates: updates.map(({ asNode, writes }, index) => {
      const members = [...writes].map(([key, text]) => `${JSON.stringify(key)}:${text}`);
      const values = new JsonText(`{${members.join(',')}}`);
      return index === 0 && goto ? { asNode, command: { update: values, goto } } : { asNode, values };
    }),
  };
}
