import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../testing/cpu-time.ts';
import { isSampled, scaledSize } from '../../../testing/test-scale.ts';
import { filterMessages } from '../messages/filter-messages.ts';
import { failedTasks } from '../dock/failed-tasks.ts';
import { createRunModel } from './run-model.ts';
import { slowness } from '../../../testing/slowness.ts';
import { nodesOfRun } from '../../../testing/renderer/run-nodes.ts';

const deep = '['.repeat(50_000) + ']'.repeat(50_000);
const deepObject = '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000);
const length = scaledSize(120_000);
const many = (item: string, count = length): string => `[${`${item},`.repeat(count - 1)}${item}]`;
const manyNames = `{${Array.from({ length }, (_, index) => `"n${index}":null`).join(',')}}`;
const levels = (count: number, name = 'n'): string[] =>
  Array.from({ length: count }, (_, index) => `${name}:${index}`);

const task = (member: string): string =>
  `{"id":"t","name":"n","triggers":${many('"join:a+b:c"')},"interrupts":${many('{}')},${member}}`;
const message = (member: string): string => `{"type":"ai","id":"m","content":"",${member}}`;

/** Payloads of a server that means harm, each with the mode in which it says the most. */
const payloads: readonly (readonly [name: string, mode: string, text: string])[] = [
  ['nested lists', 'updates', deep],
  ['nested objects', 'values', deepObject],
  ['brackets that are never closed', 'updates', '['.repeat(100_000)],
  ['an interrupt that is not JSON', 'updates', '{"__interrupt__": [{'],
  ['a list of nested lists', 'messages', `[${deep},${deep}]`],
  ['a long list', 'values', many('1')],
  ['many names', 'updates', manyNames],
  ['a nested message', 'messages', `[{"type":"ai","content":${deepObject}},{}]`],
  [
    'a message with nested arguments',
    'messages',
    `[${message(`"tool_calls":[{"name":"x","args":${deepObject}}]`)},{}]`,
  ],
  [
    'a message with many parts',
    'messages',
    `[{"type":"ai","content":${many('{"type":"image_url","image_url":"https://a.test"}')}},{}]`,
  ],
  [
    'a message with many texts',
    'messages',
    `[{"type":"ai","content":${many('{"type":"text","text":"x"}')}},{}]`,
  ],
  [
    'a message with many calls',
    'messages',
    `[${message(`"tool_calls":${many('{"id":"c","name":"x","args":{}}')}`)},{}]`,
  ],
  [
    'a piece with many pieces of calls',
    'messages',
    `[${message(`"tool_call_chunks":${many('{"index":0,"args":"x"}')}`)},{}]`,
  ],
  [
    'a message far inside',
    'messages',
    `[${message('"name":"a"')},{"langgraph_checkpoint_ns":"${levels(100_000).join('|')}"}]`,
  ],
  ['many messages', 'messages/partial', many('{"type":"ai","content":"x"}')],
  ['values with many messages', 'values', `{"messages":${many('{"type":"human","content":"x"}')}}`],
  ['values with nested messages', 'values', `{"messages":[{"type":"human","content":${deepObject}}]}`],
  ['a task with long lists', 'tasks', task('"result":null')],
  ['a task with a nested result', 'tasks', task(`"result":${deep}`)],
  ['a task with a nested error', 'tasks', task(`"error":${deepObject}`)],
  ['a wrapped task', 'debug', `{"type":"task_result","payload":${task(`"error":${deepObject}`)}}`],
  ['a checkpoint with many nodes to run', 'checkpoints', `{"next":${many('"n"')}}`],
  ['a wrapped checkpoint', 'debug', `{"type":"checkpoint","payload":{"next":${many('"n"')}}}`],
];
const modes = [
  'values',
  'updates',
  'messages',
  'messages/partial',
  'messages/metadata',
  'tasks',
  'debug',
  'checkpoints',
  'metadata',
];
const namespaces = [[], ['write:1']];

/** What the views read of a run. */
function readAll(model: ReturnType<typeof createRunModel>): void {
  model.messages.flush();
  filterMessages(model.messages, model.messages.keys(), null);
  for (const key of model.messages.keys()) model.messages.get(key);
  nodesOfRun(model);
  failedTasks(model.timeline.rows(), null, null);
  model.timeline.marks();
  model.valuesText();
}

describe.each(payloads.map(([name, mode, text], row) => [name, { mode, text, row }] as const))(
  '%s in an event',
  (_, payload) => {
    const tried = modes.filter((mode, column) => mode === payload.mode || isSampled(payload.row, column));
    // What is limited is the work, which takes several times as long on a loaded machine.
    it.each(tried)('neither stops a run nor the window: %s', { timeout: 30_000 * slowness() }, (mode) => {
      const model = createRunModel();
      const ms = cpuMs(() => {
        for (const [seq, namespace] of namespaces.entries()) {
          model.add({ seq, atMs: seq, id: null, mode, namespace, text: payload.text });
        }
        readAll(model);
        model.end({ outcome: 'finished', error: null, incomplete: false });
        readAll(model);
      });
      expect(ms).toBeLessThan(5_000);
    });
  },
);

it.each([
  ['100,000 levels', levels(100_000)],
  ['levels with long names', levels(200, 'n'.repeat(100_000))],
])(
  'an event from inside of %s neither stops a run nor the window',
  { timeout: 30_000 * slowness() },
  (_, namespace) => {
    const model = createRunModel();
    const start = '{"id":"t","name":"n","input":{},"triggers":[]}';
    const ended = '{"id":"t","name":"n","result":{},"interrupts":[]}';
    const events = [
      ['tasks', start],
      ['updates', '{"n":{"a":1}}'],
      ['messages', '[{"type":"ai","content":"x"},{}]'],
      ['checkpoints', '{"next":["n"]}'],
      ['tasks', ended],
    ] as const;
    const ms = cpuMs(() => {
      for (const [seq, [mode, text]] of events.entries()) {
        model.add({ seq, atMs: seq, id: null, mode, namespace, text });
      }
      readAll(model);
    });
    expect(ms).toBeLessThan(5_000);
  },
);
