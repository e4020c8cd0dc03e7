import { describe, expect, it } from 'vitest';
import { toHistoryPage } from './history-mapper.ts';

interface RowFacts {
  readonly id: string;
  readonly parent?: string;
  readonly source?: string;
  readonly values?: string;
  readonly tasks?: string;
  readonly next?: string;
}
const row = ({
  id,
  parent,
  source = 'loop',
  values = '{}',
  tasks = '[]',
  next = '["n"]',
}: RowFacts): string =>
  `{"values":${values},"next":${next},"tasks":${tasks},"metadata":{"source":"${source}","step":3,"run_id":"r"},` +
  `"created_at":"2026-11-20T00:00:00Z","checkpoint":{"checkpoint_id":"${id}"},` +
  `"parent_checkpoint":${parent === undefined ? 'null' : `{"checkpoint_id":"${parent}"}`}}`;
const page = (limit: number, ...rows: RowFacts[]) => toHistoryPage(`[${rows.map(row).join(',')}]`, limit);

describe('a page of history', () => {
  it('has as many checkpoints as requested, and the cursor of the next page', () => {
    const mapped = page(2, { id: 'c3', parent: 'c2' }, { id: 'c2', parent: 'c1' }, { id: 'c1' });
    expect(mapped.checkpoints.map(({ checkpointId }) => checkpointId)).toEqual(['c3', 'c2']);
    expect(mapped.before).toBe('c2');
  });

  it('has no cursor if the server has no more', () => {
    expect(page(2, { id: 'c1' }).before).toBeNull();
    expect(toHistoryPage('[]', 5)).toEqual({ checkpoints: [], before: null });
  });

  it('names the keys that differ from the parent, also from one on the next page', () => {
    const [newer, older] = page(
      2,
      { id: 'c3', parent: 'c2', values: '{"a":1,"b":[1, 2],"c":3}' },
      { id: 'c2', parent: 'c1', values: '{"a":1.0,"b":[1,2]}' },
      { id: 'c1', values: '{"b":[],"gone":1}' },
    ).checkpoints;
    expect(newer?.changedKeys).toEqual(['a', 'c']);
    expect(older?.changedKeys).toEqual(['a', 'b', 'gone']);
  });

  it('reports an unreachable parent, and compares an input with nothing', () => {
    const [fork, first] = page(2, { id: 'c9', parent: 'far' }, { id: 'c1', values: '{"a":1}' }).checkpoints;
    expect(fork).toMatchObject({ changedKeys: null, writers: [] });
    expect(first?.changedKeys).toBeNull();
    const start = page(1, { id: 'c1', values: '{"a":1}', source: 'input' });
    expect(start.checkpoints[0]?.changedKeys).toEqual(['a']);
  });

  it.each(['tasks', 'next', 'values', 'metadata'])('names %s if the server leaves it out', (name) => {
    const whole = JSON.parse(row({ id: 'c2', parent: 'c1' })) as object;
    const rest = Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
    const { missing, checkpoints } = toHistoryPage(JSON.stringify([rest]), 5);
    expect(missing).toEqual([name]);
    expect(checkpoints).toHaveLength(1);
  });

  it('does not compare a checkpoint whose parent is not named', () => {
    const { missing, checkpoints } = page(5, { id: 'c2', values: '{"a":1}' }, { id: 'c1' });
    expect(missing).toEqual(['parent_checkpoint']);
    expect(checkpoints.map((one) => one.changedKeys)).toEqual([null, null]);
  });

  it('is an error if a checkpoint has no ID', () => {
    const nameless = row({ id: 'c1' }).replace('"checkpoint_id":"c1"', '"other":1');
    expect(() => toHistoryPage(`[${nameless}]`, 5)).toThrow('without checkpoint');
  });

  it('lists a checkpoint once that the server sends twice', () => {
    const twice = page(5, { id: 'c2', parent: 'c1' }, { id: 'c1' }, { id: 'c2', parent: 'c1' });
    expect(twice.checkpoints.map(({ checkpointId }) => checkpointId)).toEqual(['c2', 'c1']);
  });

  it('reads the writers of a superstep from the tasks of its parent, each once, without __start__', () => {
    const tasks = '[{"name":"work"},{"name":"work"},{"name":"__start__"},{"name":"join"}]';
    const [child, , edit] = page(
      3,
      { id: 'c3', parent: 'c1' },
      { id: 'c1', tasks },
      { id: 'c2', parent: 'c1', source: 'update' },
    ).checkpoints;
    expect(child?.writers).toEqual(['work', 'join']);
    expect(edit).toMatchObject({ writers: [], source: 'update' });
  });

  it('counts each interrupt once and marks a failure', () => {
    const tasks =
      '[{"name":"a","interrupts":[{"id":"i1","value":1}]},{"name":"b","interrupts":[{"id":"i1"},{"id":"i2"}]},' +
      '{"name":"c","error":"{\\"message\\":\\"x\\",\\"name\\":\\"E\\"}"}]';
    expect(page(1, { id: 'c1', tasks }).checkpoints).toMatchObject([{ interrupts: 2, failed: true }]);
    expect(page(1, { id: 'c1' }).checkpoints).toMatchObject([{ interrupts: 0, failed: false }]);
  });

  it('names the namespaces of subgraph histories', () => {
    const tasks =
      '[{"name":"sub","checkpoint":{"checkpoint_ns":"sub:1","thread_id":"t"}},{"name":"plain","checkpoint":null}]';
    expect(page(1, { id: 'c1', tasks }).checkpoints[0]?.subgraphs).toEqual([
      { nodeId: 'sub', checkpointNs: 'sub:1' },
    ]);
    expect(page(1, { id: 'c1' }).checkpoints[0]).not.toHaveProperty('subgraphs');
  });

  it('says the first words of an input, and leaves out a long rest', () => {
    const lineOf = (result: string, source = 'input') =>
      page(1, { id: 'c1', source, tasks: `[{"name":"__start__","result":${result}}]` }).checkpoints[0]
        ?.inputLine;
    expect(lineOf('{"messages":[{"role":"user","content":"Plan  a\\ntrip"}]}')).toBe('Plan a trip');
    expect(lineOf('{"topic":"Time"}')).toBe('Time');
    expect(lineOf('{"n":12345678901234567890}')).toBe('{"n":12345678901234567890}');
    expect(lineOf(JSON.stringify({ topic: 'x'.repeat(200_000) }))).toHaveLength(80);
    expect([lineOf('null', 'input'), lineOf('{"topic":"Time"}', 'loop')]).toEqual([undefined, undefined]);
  });

  it('says the first words of the answer at the end of a run', () => {
    const lineOf = (messages: string, next = '[]') =>
      page(1, { id: 'c1', source: 'loop', next, values: `{"messages":${messages}}` }).checkpoints[0]
        ?.outputLine;
    expect(lineOf('[{"type":"human","content":"Hi"},{"type":"ai","content":"Good\\n day"}]')).toBe(
      'Good day',
    );
    expect(lineOf('[{"role":"assistant","content":[{"type":"text","text":"Yes"}]}]')).toBe('Yes');
    expect(lineOf('[{"type":"ai","content":"Not yet"}]', '["tools"]')).toBeUndefined();
    expect([lineOf('[{"type":"human","content":"Hi"}]'), lineOf('[]'), lineOf('7')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('contains no values', () => {
    const mapped = page(1, { id: 'c1', values: '{"secret":"canary"}' });
    expect(JSON.stringify(mapped)).not.toContain('canary');
  });
});
