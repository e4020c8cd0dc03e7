import { createHash } from 'node:crypto';
import { elementTexts, memberTexts } from 'exact-json';
import { readInterrupts } from '../../shared/read-interrupts.ts';
import type { CodeVersion } from '../../shared/model/comparison.ts';
import { comparableText } from '../common/comparable-text.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { readRawMembers, type RawMembers } from '../common/raw-members.ts';
import { readCheckpointHeader } from '../threads/mappers/state-mapper.ts';
import { codeVersionOf } from './code-version.ts';
import { appendedItems } from './state-change.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

// What a checkpoint stores. Texts are kept as hashes: together they may be larger than memory.
export interface StoredCheckpoint {
  readonly values: ReadonlyMap<string, string>;
  // Of lists that only got longer since its parent: a hash of what was appended.
  readonly appended: ReadonlyMap<string, string>;
  readonly codeVersion: CodeVersion | null;
  // Tasks by id. Tasks with the same id can't be distinguished and are left out.
  readonly tasks: ReadonlyMap<string, StoredTask>;
}

export interface StoredTask {
  readonly resultHash: string | null;
  readonly questionHash: string | null;
}

export interface StoredValues {
  // Adds a page of history, newest first.
  addPage(namespace: string, pageText: string): void;
  at(namespace: string, checkpointId: string): StoredCheckpoint | null;
}

const maxChains = 2;

// The last state of a namespace: most values stay the same from checkpoint to checkpoint.
interface Chain {
  readonly values: Map<string, { readonly text: string } & HashedValue>;
  // The child of the next checkpoint, to which what was appended is added.
  newer: {
    readonly parentId: string | null;
    readonly values: ReadonlyMap<string, string>;
    readonly appended: Map<string, string>;
  } | null;
}

export function createStoredValues(): StoredValues {
  const byId = new Map<string, Map<string, StoredCheckpoint>>();
  const chains = new Map<string, Chain>();

  const names = new Map<string, string>();
  const nameOf = (key: string): string => {
    const name = names.get(key) ?? detached(key);
    names.set(name, name);
    return name;
  };

  const chainOf = (namespace: string): Chain => {
    const cached = chains.get(namespace);
    if (cached !== undefined) return cached;
    for (const other of chains.keys()) if (other !== '' && chains.size >= maxChains) chains.delete(other);
    const chain: Chain = { values: new Map(), newer: null };
    chains.set(namespace, chain);
    return chain;
  };
  const hashOfValue = ({ values, newer }: Chain, key: string, text: string, isChild: boolean): string => {
    const last = values.get(key);
    if (last?.text === text) return last.hash;
    const items = last && isChild && newer?.values.has(key) ? appendedItems(text, last.text) : null;
    if (items !== null) newer?.appended.set(key, hashJson(items));
    const { hash, elements } = hashValue(text, last?.elements ?? noElements);
    values.set(key, { text, hash, elements });
    return hash;
  };
  const readTasks = (tasksText: string): ReadonlyMap<string, StoredTask> => {
    const tasks = new Map<string, StoredTask>();
    const ids = new Set<string>();
    for (const text of elementTexts(tasksText)) {
      const task = readRawMembers(text);
      const id = nonEmptyStringOrNull(task.value('id'));
      if (id === null) continue;
      const result = task.text('result');
      const resultHash = result === null ? null : hashJson(result);
      if (ids.has(id)) tasks.delete(id);
      else tasks.set(id, { resultHash, questionHash: questionHash(task) });
      ids.add(id);
    }
    return tasks;
  };
  const readCheckpoint = (chain: Chain, text: string): readonly [string, StoredCheckpoint] | null => {
    const state = readRawMembers(text);
    const { checkpointId, parentId } = readCheckpointHeader(state);
    const isChild = checkpointId !== null && chain.newer?.parentId === checkpointId;
    const values = new Map(
      memberTexts(state.text('values') ?? '{}').map((member) => [
        nameOf(member.key),
        hashOfValue(chain, member.key, member.text, isChild),
      ]),
    );
    const appended = new Map<string, string>();
    chain.newer = { parentId, values, appended };
    if (checkpointId === null) return null;
    const codeVersion = codeVersionOf(recordOrEmpty(state.value('metadata')));
    return [checkpointId, { values, appended, codeVersion, tasks: readTasks(state.text('tasks') ?? '') }];
  };

  return {
    addPage(namespace, pageText) {
      const chain = chainOf(namespace);
      for (const text of elementTexts(pageText)) {
        const read = readCheckpoint(chain, text);
        if (read === null) continue;
        const [checkpointId, checkpoint] = read;
        const checkpointsByNamespace = byId.get(checkpointId);
        if (checkpointsByNamespace) checkpointsByNamespace.set(namespace, checkpoint);
        else byId.set(checkpointId, new Map([[namespace, checkpoint]]));
      }
    },
    at(namespace, checkpointId) {
      const byNamespace = byId.get(checkpointId);
      if (byNamespace === undefined) return null;
      // A subgraph with a checkpointer of its own may have been read by another name of its namespace.
      const [only] = byNamespace.values();
      return byNamespace.get(namespace) ?? (byNamespace.size === 1 ? (only ?? null) : null);
    },
  };
}

// A copy of a part of a text, which would keep the whole text in memory.
function detached(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

interface HashedValue {
  readonly hash: string;
  // For a list: hashes of its elements by text.
  readonly elements: ReadonlyMap<string, string>;
}

const noElements: ReadonlyMap<string, string> = new Map();

// Lists grow element by element: elements in `previousHashes` are not hashed again.
function hashValue(text: string, previousHashes: ReadonlyMap<string, string>): HashedValue {
  if (!text.startsWith('[')) return { hash: hashJson(text), elements: noElements };
  const elements = new Map<string, string>();
  const hashes = elementTexts(text).map((element) => {
    const hash = previousHashes.get(element) ?? elements.get(element) ?? hashJson(element);
    elements.set(element, hash);
    return hash;
  });
  return { hash: hashText(hashes.join()), elements };
}

// A hash that is equal for equal JSON, whatever the IDs of its messages.
export function hashJson(text: string): string {
  return hashText(comparableText(text));
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

// Servers give each question a new ID: only the values count.
function questionHash(task: RawMembers): string | null {
  const interrupts = readInterrupts(task.text('interrupts'));
  if (interrupts.length === 0) return null;
  return hashText(interrupts.map(({ valueText }) => hashJson(valueText)).join());
}
