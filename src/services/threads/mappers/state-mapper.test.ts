import { describe, expect, it } from 'vitest';
import { noAnswerEvidence } from './finished-tasks.ts';
import { toThreadState } from './state-mapper.ts';

const interruptId = 'e4ae9fa0eedad1ccf45909c8f6eee792';
const interruptsText = `[{"id":"${interruptId}","value":{"q":"inner?","n":9007199254740993}}]`;
const nested = `{"values":{"n":1.0,"10":"a","2":"b"},"next":["sub"],
 "tasks":[{"id":"t1","name":"sub","error":null,"interrupts":${interruptsText},"path":["__pregel_pull","sub"],"checkpoint":null,
   "state":{"values":{"n":1},"next":["ask"],
     "tasks":[{"id":"t2","name":"ask","error":null,"interrupts":${interruptsText},"checkpoint":null,"state":null,"result":null}]},
   "result":null}],
 "metadata":{"source":"loop","step":1,"parents":{},"big":12345678901234567890},
 "created_at":"2026-11-20T21:58:56.945Z",
 "checkpoint":{"thread_id":"t","checkpoint_id":"c2","checkpoint_ns":"","checkpoint_map":null},
 "parent_checkpoint":{"thread_id":"t","checkpoint_id":"c1","checkpoint_ns":"","checkpoint_map":null}}`;

describe('a state', () => {
  it('keeps values and metadata as the text that the server sent', () => {
    const state = toThreadState('t', nested);
    expect(state.valuesText).toBe('{"n":1.0,"10":"a","2":"b"}');
    expect(state.metadataText).toContain('"big":12345678901234567890');
  });

  it('has the checkpoint, its parent, step, source and next nodes', () => {
    expect(toThreadState('t', nested)).toMatchObject({
      threadId: 't',
      checkpointId: 'c2',
      parentId: 'c1',
      createdAt: '2026-11-20T21:58:56.945Z',
      step: 1,
      source: 'loop',
      next: ['sub'],
    });
  });

  it('has an interrupt of a subgraph once, at the node that raised it, with its exact value', () => {
    expect(toThreadState('t', nested).interrupts).toEqual([
      {
        taskId: 't2',
        index: 0,
        id: interruptId,
        valueText: '{"q":"inner?","n":9007199254740993}',
        nodeId: 'sub:ask',
      },
    ]);
  });

  it('lists the tasks of every level', () => {
    expect(toThreadState('t', nested).tasks).toEqual([
      { id: 't1', nodeId: 'sub', error: null, waiting: true },
      { id: 't2', nodeId: 'sub:ask', error: null, waiting: true },
    ]);
  });

  it('reads a thread that never ran', () => {
    const never =
      '{"values":{},"next":[],"tasks":[],"created_at":null,"checkpoint":null,"parent_checkpoint":null}';
    expect(toThreadState('t', never)).toEqual({
      threadId: 't',
      checkpointId: null,
      parentId: null,
      createdAt: null,
      step: null,
      source: 'unknown',
      valuesText: '{}',
      metadataText: '{}',
      next: [],
      tasks: [],
      interrupts: [],
    });
  });

  it("unwraps a failed task's error", () => {
    const failed = `{"values":null,"next":["boom"],"tasks":[{"id":"t1","name":"boom",
      "error":"{\\"message\\":\\"it broke\\",\\"name\\":\\"BoomError\\"}","interrupts":[]}]}`;
    expect(toThreadState('t', failed)).toMatchObject({
      valuesText: '{}',
      tasks: [{ nodeId: 'boom', error: 'BoomError: it broke', waiting: false }],
    });
  });

  it('omits interrupts of a task with a result: they were answered', () => {
    const half = `{"tasks":[
      {"id":"t1","name":"a","interrupts":[{"id":"i1","value":1}],"result":{"x":1}},
      {"id":"t2","name":"b","interrupts":[{"id":"i2","value":2}],"result":null}]}`;
    expect(toThreadState('t', half).interrupts).toMatchObject([{ id: 'i2' }]);
  });

  it('omits interrupts of a task that is no longer next, and not waiting by the thread record', () => {
    const half = `{"next":["b"],"tasks":[
      {"id":"t1","name":"a","interrupts":[{"id":"i1","value":1}],"result":null},
      {"id":"t2","name":"b","interrupts":[{"id":"i2","value":2}],"result":null}]}`;
    const evidence = { ...noAnswerEvidence, recorded: new Map([['t1', 0]]) };
    const { tasks, interrupts, answered } = toThreadState('t', half, evidence);
    expect(interrupts.map(({ id }) => id)).toEqual(['i2']);
    expect(answered).toMatchObject([{ id: 'i1', valueText: '1', nodeId: 'a', taskId: 't1', index: 0 }]);
    expect(tasks.map(({ waiting }) => waiting)).toEqual([false, true]);
  });

  it('has finished tasks only beside unfinished ones: the tasks of a past state were its next', () => {
    const taskOf = (name: string, more: string): string =>
      `{"id":"${name}","name":"${name}","interrupts":[]${more}}`;
    const stateWith = (second: string): string =>
      `{"next":["a","b"],"tasks":[${taskOf('a', ',"result":{"x":1}')},${taskOf('b', second)}]}`;
    const finished = (text: string) => toThreadState('t', text).tasks.map((task) => task.finished ?? false);
    expect(finished(stateWith(',"result":{"x":1}'))).toEqual([false, false]);
    expect(finished(stateWith(',"result":null'))).toEqual([true, false]);
  });

  it('has the interrupt of the only task although nothing is next: the task asks again', () => {
    const again = '{"next":[],"tasks":[{"id":"t1","name":"a","interrupts":[{"id":"i1","value":1}]}]}';
    expect(toThreadState('t', again)).toMatchObject({
      next: ['a'],
      interrupts: [{ id: 'i1', taskId: 't1', index: 0 }],
      tasks: [{ waiting: true }],
    });
  });

  it('reports that one of several tasks of a node was answered if the server does not say which', () => {
    const half = `{"next":["ask","ask"],"tasks":[
      {"id":"t1","name":"ask","interrupts":[{"id":"i1","value":1}]},
      {"id":"t2","name":"ask","interrupts":[{"id":"i2","value":2}]},
      {"id":"t3","name":"ask","interrupts":[{"id":"i3","value":3}]}]}`;
    const { interrupts } = toThreadState('t', half);
    expect(interrupts.map(({ id, perhapsAnswered }) => [id, perhapsAnswered])).toEqual([
      ['i1', true],
      ['i2', true],
      ['i3', true],
    ]);
  });

  it('finds parallel interrupts below one task although the outer level reports only one', () => {
    const inner = (next: string): string => `{"next":[${next}],"tasks":[
      {"id":"t2","name":"tax","interrupts":[{"id":"i1","value":1}]},
      {"id":"t3","name":"law","interrupts":[{"id":"i2","value":2}]}]}`;
    const outer = (next: string): string => `{"next":["audit"],"tasks":[
      {"id":"t1","name":"audit","interrupts":[{"id":"i1","value":1}],"state":${inner(next)}}]}`;
    const both = toThreadState('t', outer('"tax","law"'));
    expect(both.interrupts.map(({ id, nodeId }) => [id, nodeId])).toEqual([
      ['i1', 'audit:tax'],
      ['i2', 'audit:law'],
    ]);
    const evidence = { ...noAnswerEvidence, recorded: new Map([['t3', 0]]) };
    const one = toThreadState('t', outer('"tax"'), evidence);
    expect(one.interrupts.map(({ id }) => id)).toEqual(['i1']);
    expect(one.answered?.map(({ id }) => id)).toEqual(['i2']);
  });

  it('distinguishes interrupts that share an id but not a location or value: their answers collide', () => {
    const clash = `{"tasks":[
      {"id":"t1","name":"a","interrupts":[{"id":"i1","value":1},{"id":"i1","value":2},{"id":"i1","value":2}]},
      {"id":"t2","name":"b","interrupts":[{"id":"i1","value":1}]}]}`;
    expect(toThreadState('t', clash).interrupts.map(({ nodeId, valueText }) => [nodeId, valueText])).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b', '1'],
    ]);
  });

  it('passes on the schema of an answer unchanged', () => {
    const typed = `{"tasks":[{"id":"t1","name":"a","interrupts":[
      {"id":"i1","value":1,"response_schema":{"type":"integer","maximum":9007199254740993}}]}]}`;
    expect(toThreadState('t', typed).interrupts[0]?.schemaText).toBe(
      '{"type":"integer","maximum":9007199254740993}',
    );
  });

  it('keeps two different interrupts, and two without an id', () => {
    const two = `{"tasks":[
      {"id":"t1","name":"a","interrupts":[{"id":"i1","value":1},{"id":"i2","value":1}]},
      {"id":"t2","name":"b","interrupts":[{"value":3},{"value":3}]}]}`;
    expect(toThreadState('t', two).interrupts.map(({ id, nodeId }) => [id, nodeId])).toEqual([
      ['i1', 'a'],
      ['i2', 'a'],
      [null, 'b'],
      [null, 'b'],
    ]);
  });

  it('omits the repetition of an interrupt without an id at an outer level', () => {
    const outer = `{"tasks":[{"name":"a","interrupts":[{"value":"?"}],
      "state":{"tasks":[{"name":"b","interrupts":[{"value":"?"}]}]}}]}`;
    expect(toThreadState('t', outer).interrupts).toMatchObject([
      { id: null, valueText: '"?"', nodeId: 'a:b' },
    ]);
  });

  it('is an error without values, and names what else the server leaves out', () => {
    const checkpoint = '"checkpoint":{"checkpoint_id":"c1"},"metadata":{"source":"input"}';
    expect(() => toThreadState('t', `{${checkpoint},"next":[],"tasks":[]}`)).toThrow('without values');
    const { missing } = toThreadState('t', `{${checkpoint},"values":null,"tasks":[{"id":"t1"}]}`);
    expect(missing).toEqual(['next', 'tasks.name', 'tasks.interrupts']);
    expect(toThreadState('t', '{"values":{},"next":[],"tasks":[]}').missing).toBeUndefined();
  });
});
