import { elementTexts, memberTexts, pickMemberTexts } from 'exact-json';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import type { LineFile } from './line-file.ts';
import { type OpenedRecording } from './opened-recording.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';
import { parseJson } from '../../shared/parse-json.ts';

const indexedLines = 1000;
const indexedBytes = 8 * 2 ** 20;
const maxDepth = 32;

interface Branch {
  readonly lines: number[];
  // Position in `lines` by checkpoint ID.
  readonly byId: Map<string, number>;
}

// A page of a history. `metadata`: members that a checkpoint’s metadata must have.
interface RecordedHistoryQuery {
  readonly checkpointNs: string;
  readonly before: string | null;
  readonly checkpointId: string | null;
  readonly metadata: unknown;
  readonly limit: number;
}

interface RecordedHistory {
  page(query: RecordedHistoryQuery): AsyncGenerator<string>;
  // The newest state; of a subgraph by its namespace. `null` without any.
  newest(checkpointNs: string, withSubgraphs: boolean): Promise<string | null>;
  // `null` if the recording does not have it.
  at(checkpointNs: string, checkpointId: string, withSubgraphs: boolean): Promise<string | null>;
}

// Reads an index of the checkpoints' IDs only when one is asked for: the first page needs none.
export function createRecordedHistory(recording: OpenedRecording): RecordedHistory {
  const rootFile = (): Promise<LineFile> => recording.records('history.ndjson');
  const subgraphFile = (): Promise<LineFile> => recording.records('subgraph-history.ndjson');
  const fileOf = (ns: string): Promise<LineFile> => (ns === '' ? rootFile() : subgraphFile());
  let rootIndex: Promise<ReadonlyMap<string, Branch>> | null = null;
  let subgraphIndex: Promise<ReadonlyMap<string, Branch>> | null = null;
  const branchOf = async (ns: string): Promise<Branch | null> => {
    const index =
      ns === '' ? (rootIndex ??= indexOf(rootFile(), '')) : (subgraphIndex ??= indexOf(subgraphFile()));
    return (await index).get(ns) ?? null;
  };

  // Puts the states of subgraphs in the place of their references, as servers do on request.
  const withStates = async (row: string, depth = 0): Promise<string> => {
    if (depth > maxDepth) return row;
    const tasks = pickMemberTexts(row, ['tasks']).get('tasks');
    if (tasks === undefined || !tasks.includes('"checkpoint_ns"')) return row;
    const filled: string[] = [];
    for (const task of elementTexts(tasks)) filled.push(await withState(task, depth));
    return replaceMembers(row, new Map([['tasks', `[${filled.join(',')}]`]]));
  };
  const withState = async (task: string, depth: number): Promise<string> => {
    const members = pickMemberTexts(task, ['checkpoint', 'state']);
    const checkpoint = recordOrEmpty(parseJson(members.get('checkpoint') ?? 'null'));
    const ns = nonEmptyStringOrNull(checkpoint['checkpoint_ns']);
    if (ns === null || (members.get('state') ?? 'null') !== 'null') return task;
    const [newest] = (await branchOf(ns))?.lines ?? [];
    if (newest === undefined) return task;
    const state = await withStates(await (await subgraphFile()).line(newest), depth + 1);
    const changes = new Map([
      ['checkpoint', 'null'],
      ['state', state],
    ]);
    return replaceMembers(task, changes);
  };

  return {
    async *page({ checkpointNs, before, checkpointId, metadata, limit }) {
      const file = await fileOf(checkpointNs);
      const isPlain = checkpointNs === '' && before === null && checkpointId === null;
      const branch = isPlain ? null : await branchOf(checkpointNs);
      if (!isPlain && branch === null) return;
      const length = branch?.lines.length ?? file.length;
      let index = 0;
      if (checkpointId !== null) {
        const only = branch?.byId.get(checkpointId);
        const line = only === undefined ? undefined : branch?.lines[only];
        if (line !== undefined) yield await file.line(line);
        return;
      }
      if (before !== null) index = (branch?.byId.get(before) ?? length) + 1;
      for (let count = 0; count < limit && index < length; index += 1) {
        const row = await file.line(branch?.lines[index] ?? index);
        if (metadata !== undefined && !hasMetadata(row, metadata)) continue;
        count += 1;
        yield row;
      }
    },
    async newest(ns, withSubgraphs) {
      if (ns === '') {
        const states = await recording.records('states.ndjson');
        for await (const line of states.all()) {
          const members = pickMemberTexts(line, ['subgraphs', 'state']);
          if ((members.get('subgraphs') === 'true') === withSubgraphs) return members.get('state') ?? null;
        }
      }
      const file = await fileOf(ns);
      const line = ns === '' ? (file.length > 0 ? 0 : undefined) : (await branchOf(ns))?.lines[0];
      if (line === undefined) return null;
      const row = await file.line(line);
      return withSubgraphs ? withStates(row) : row;
    },
    async at(ns, id, withSubgraphs) {
      const branch = await branchOf(ns);
      const line = branch?.lines[branch.byId.get(id) ?? -1];
      if (line === undefined) return null;
      const row = await (await fileOf(ns)).line(line);
      return withSubgraphs ? withStates(row) : row;
    },
  };
}

// `only`: the namespace of all rows, where that is known.
async function indexOf(opened: Promise<LineFile>, only: string | null = null): Promise<Map<string, Branch>> {
  const file = await opened;
  const index = new Map<string, Branch>();
  for (let from = 0; from < file.length;) {
    const rows = await file.lines(from, from + indexedLines, indexedBytes);
    for (const [offset, row] of rows.entries()) {
      const { id, ns } = checkpointOf(row);
      const key = only ?? ns;
      let branch = index.get(key);
      if (!branch) index.set(key, (branch = { lines: [], byId: new Map() }));
      branch.lines.push(from + offset);
      if (id !== null && !branch.byId.has(id)) branch.byId.set(id, branch.lines.length - 1);
    }
    from += Math.max(1, rows.length);
  }
  return index;
}

function checkpointOf(row: string): { readonly id: string | null; readonly ns: string } {
  const text = safely(() => pickMemberTexts(row, ['checkpoint']).get('checkpoint')) ?? 'null';
  const checkpoint = recordOrEmpty(parseJson(text));
  return {
    id: nonEmptyStringOrNull(checkpoint['checkpoint_id']),
    ns: nonEmptyStringOrNull(checkpoint['checkpoint_ns']) ?? '',
  };
}

function hasMetadata(row: string, expected: unknown): boolean {
  const text = safely(() => pickMemberTexts(row, ['metadata']).get('metadata')) ?? 'null';
  return containsMembers(parseJson(text), expected);
}

// Whether a value has all members of another one, at any depth.
export function containsMembers(value: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return value === expected;
  if (typeof value !== 'object' || value === null) return false;
  const members: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  return Object.entries(expected).every(
    ([key, one]) => members.has(key) && containsMembers(members.get(key), one),
  );
}

// Replaces members of an object that is written without spaces, as servers write it. All else keeps its spelling.
function replaceMembers(text: string, changes: ReadonlyMap<string, string>): string {
  const members = memberTexts(text).map(
    ({ key, text: value }) => `${JSON.stringify(key)}:${changes.get(key) ?? value}`,
  );
  return `{${members.join(',')}}`;
}

function safely<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
