import { describe, expect, it } from 'vitest';
import { filterMessages } from '../messages/filter-messages.ts';
import { failedTasks } from '../output/failed-tasks.ts';
import { createRunModel } from './run-model.ts';

const deep = '['.repeat(50_000) + ']'.repeat(50_000);
const deepObject = '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000);
const many = (item: string, count = 120_000): string => `[${`${item},`.repeat(count - 1)}${item}]`;
const manyNames = `{${Array.from({ length: 120_000 }, (_, at) => `"n${at}":null`).join(',')}}`;
const levels = (count: number, name = 'n'): string[] =>
  Array.from({ length: count }, (_, at) => `${name}:${at}`);

const task = (member: string): string =>
  `{"id":"t","name":"n","triggers":${many('"join:a+b:c"')},"interrupts":${many('{}')},${member}}`;
const message = (member: string): string => `{"type":"ai","id":"m","content":"",${member}}`;

/** Payloads of a server that means harm, by the modes in which they say the most. */
const payloads: Readonly<Record<string, string>> = {
  'nested lists': deep,
  'nested objects': deepObject,
  'brackets that are never closed': '['.repeat(100_000),
  'an interrupt that is not JSON': '{"__interrupt__": [{',
  'a list of nested lists': `[${deep},${deep}]`,
  'a long list': many('1'),
  'many names': manyNames,
  'a nested message': `[{"type":"ai","content":${deepObject}},{}]`,
  'a message with nested arguments': `[${message(`"tool_calls":[{"name":"x","args":${deepObject}}]`)},{}]`,
  'a message with many parts': `[{"type":"ai","content":${many('{"type":"image_url","image_url":"https://a.test"}')}},{}]`,
  'a message with many texts': `[{"type":"ai","content":${many('{"type":"text","text":"x"}')}},{}]`,
  'a message with many calls': `[${message(`"tool_calls":${many('{"id":"c","name":"x","args":{}}')}`)},{}]`,
  'a piece with many pieces of calls': `[${message(`"tool_call_chunks":${many('{"index":0,"args":"x"}')}`)},{}]`,
  'a message far inside': `[${message('"name":"a"')},{"langgraph_checkpoint_ns":"${levels(100_000).join('|')}"}]`,
  'many messages': many('{"type":"ai","content":"x"}'),
  'values with many messages': `{"messages":${many('{"type":"human","content":"x"}')}}`,
  'values with nested messages': `{"messages":[{"type":"human","content":${deepObject}}]}`,
  'a task with long lists': task('"result":null'),
  'a task with a nested result': task(`"result":${deep}`),
  'a task with a nested error': task(`"error":${deepObject}`),
  'a wrapped task': `{"type":"task_result","payload":${task(`"error":${deepObject}`)}}`,
  'a checkpoint with many nodes to run': `{"next":${many('"n"')}}`,
  'a wrapped checkpoint': `{"type":"checkpoint","payload":{"next":${many('"n"')}}}`,
};
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
  model.activity.snapshot();
  failedTasks(model.timeline.rows(), null, null);
  model.timeline.marks();
  model.steps('r', true);
  model.valuesText();
}

describe.each(Object.entries(payloads))('J-8, U-7: %s in an event', (_, text) => {
  it.each(modes)('neither stops a run nor the window: %s', (mode) => {
    const model = createRunModel();
    const began = process.cpuUsage();
    for (const [seq, namespace] of namespaces.entries()) {
      model.add({ seq, atMs: seq, id: null, mode, namespace, text });
    }
    readAll(model);
    model.end({ outcome: 'finished', error: null, incomplete: false });
    readAll(model);
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(5_000);
  });
});

it.each([
  ['100,000 levels', levels(100_000)],
  ['levels with long names', levels(200, 'n'.repeat(100_000))],
])('J-8, U-7: an event from inside of %s neither stops a run nor the window', (_, namespace) => {
  const model = createRunModel();
  const began = process.cpuUsage();
  const start = '{"id":"t","name":"n","input":{},"triggers":[]}';
  const ended = '{"id":"t","name":"n","result":{},"interrupts":[]}';
  for (const [seq, [mode, text]] of [
    ['tasks', start],
    ['updates', '{"n":{"a":1}}'],
    ['messages', '[{"type":"ai","content":"x"},{}]'],
    ['checkpoints', '{"next":["n"]}'],
    ['tasks', ended],
  ].entries()) {
    model.add({ seq, atMs: seq, id: null, mode: mode ?? '', namespace, text: text ?? '' });
  }
  readAll(model);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(5_000);
});
