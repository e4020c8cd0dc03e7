import { readInterrupts } from '../../../shared/interrupts/read-interrupts.ts';
import { createHash } from 'node:crypto';
import { elementTexts, memberTexts } from '../../../exact-json/scan/object-members.ts';
import { createTokenCounter, type ModelUsage } from '../../../shared/token-counter.ts';
import { comparableText } from '../../parsing/comparable-text.ts';
import { arrayOrEmpty, nonEmptyStringOrNull, recordOrEmpty } from '../../parsing/narrow.ts';
import { readRawMembers, type RawMembers } from '../../parsing/raw-members.ts';
import { taskFailure } from '../../threads/mappers/task-error.ts';
import { countUsage } from '../../experiments/checks/run-facts.ts';
import { appendedItems } from './state-change.ts';
import { parseTraceRows, type TraceRow, type TraceRowTask } from '../../threads/execution-trace/trace-row.ts';

/** A checkpoint with what is compared of it. Texts are kept as hashes: together they may be larger than memory. */
export interface ComparedRow extends TraceRow {
  /** A hash of each value of its state. */
  readonly values: ReadonlyMap<string, string>;
  /** Of lists that only got longer since its parent: a hash of what was appended. */
  readonly appended: ReadonlyMap<string, string>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly tasks: readonly ComparedTask[];
}

export interface ComparedTask extends TraceRowTask {
  readonly id: string;
  /** A `Send` started it with an input of its own. */
  readonly isSent: boolean;
  readonly error: string | null;
  /** A hash of its result, if it is stored. */
  readonly resultHash: string | null;
  /** A hash of the questions that it asked. */
  readonly questionHash: string | null;
}

/** Parses pages of history, newest first, and counts the tokens of the results. */
export interface ComparedRowParser {
  parse(pageText: string): ComparedRow[];
  /** Of the results of these tasks, by model. */
  usagesOf(taskIds: ReadonlySet<string>): readonly ModelUsage[];
  /** Not all results with tokens could be kept. */
  readonly isCut: boolean;
}

/** UTF-16 units of results that are kept until it is known whose they are. */
const mostResults = 32 * 2 ** 20;

export function createRowParser(): ComparedRowParser {
  /** The last text and hash by key of the state: most values stay the same from checkpoint to checkpoint. */
  const lastValues = new Map<string, { readonly text: string } & HashedValue>();
  /** Those with tokens, by task. */
  const results = new Map<string, string>();
  let length = 0;

  /** The row of these values, to which what was appended is added. */
  let newer: (Pick<ComparedRow, 'parentId' | 'values'> & { readonly appended: Map<string, string> }) | null =
    null;

  const names = new Map<string, string>();
  const nameOf = (key: string): string => {
    const name = names.get(key) ?? detached(key);
    names.set(name, name);
    return name;
  };

  const hashOfValue = (key: string, text: string, isChild: boolean): string => {
    const last = lastValues.get(key);
    if (last?.text === text) return last.hash;
    const items = last && isChild && newer?.values.has(key) ? appendedItems(text, last.text) : null;
    if (items !== null) newer?.appended.set(key, hashJson(items));
    const { hash, elements } = hashValue(text, last?.elements ?? noElements);
    lastValues.set(key, { text, hash, elements });
    return hash;
  };
  const toTask = (own: TraceRowTask, text: string): ComparedTask => {
    const task = readRawMembers(text);
    const result = task.text('result');
    const id = nonEmptyStringOrNull(task.value('id')) ?? '';
    if (result?.includes('"usage_metadata"')) {
      length += result.length;
      if (length <= mostResults) results.set(id, detached(result));
    }
    return {
      ...own,
      id,
      isSent: arrayOrEmpty(task.value('path'))[0] === '__pregel_push',
      error: taskFailure(task.value('error')),
      resultHash: result === null ? null : hashJson(result),
      questionHash: questionHash(task),
    };
  };
  return {
    parse(pageText) {
      const texts = elementTexts(pageText);
      return parseTraceRows(pageText).map((row, at) => {
        const state = readRawMembers(texts[at] ?? '{}');
        const taskTexts = elementTexts(state.text('tasks') ?? '');
        const members = memberTexts(state.text('values') ?? '{}');
        const isChild = row.checkpointId !== null && newer?.parentId === row.checkpointId;
        const values = new Map(
          members.map(({ key, text }) => [nameOf(key), hashOfValue(key, text, isChild)]),
        );
        const appended = new Map<string, string>();
        newer = { parentId: row.parentId, values, appended };
        return {
          ...row,
          values,
          appended,
          metadata: recordOrEmpty(state.value('metadata')),
          tasks: row.tasks.map((task, index) => toTask(task, taskTexts[index] ?? '{}')),
        };
      });
    },
    get isCut() {
      return length > mostResults;
    },
    usagesOf(taskIds) {
      const counter = createTokenCounter();
      for (const [id, text] of results) if (taskIds.has(id)) countUsage(counter, text);
      return counter.models();
    },
  };
}

/** A copy of a part of a text, which would keep the whole text in memory. */
function detached(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

interface HashedValue {
  readonly hash: string;
  /** Of a list: the hashes of its elements by their texts. */
  readonly elements: ReadonlyMap<string, string>;
}

const noElements: ReadonlyMap<string, string> = new Map();

/** Lists grow element by element: those that `known` has are not hashed again. */
function hashValue(text: string, known: ReadonlyMap<string, string>): HashedValue {
  if (!text.startsWith('[')) return { hash: hashJson(text), elements: noElements };
  const elements = new Map<string, string>();
  const hashes = elementTexts(text).map((element) => {
    const hash = known.get(element) ?? elements.get(element) ?? hashJson(element);
    elements.set(element, hash);
    return hash;
  });
  return { hash: hashText(hashes.join()), elements };
}

/** A hash that is equal for equal JSON, whatever the IDs of its messages. */
export function hashJson(text: string): string {
  return hashText(comparableText(text));
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** Servers give each question a new ID: only the values count. */
function questionHash(task: RawMembers): string | null {
  const interrupts = readInterrupts(task.text('interrupts'));
  if (interrupts.length === 0) return null;
  return hashText(interrupts.map(({ valueText }) => hashJson(valueText)).join());
}
