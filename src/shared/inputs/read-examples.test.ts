import { describe, expect, it } from 'vitest';
import { exampleName, inputOfExample } from './dataset-example.ts';
import { formatInput } from './format-input.ts';
import { parseInput } from './parse-input.ts';
import { maxExamples, readExamples } from './read-examples.ts';

const id = '0b4f2b3c-6f0e-4d1d-9f3a-0a1b2c3d4e5f';
const example = {
  id,
  inputsText: '{"topic":"High tides","n":9007199254740993}',
  outputsText: '{"answer":1.0}',
};
const line = `{"id":"${id}","dataset_id":"d","inputs":${example.inputsText},"outputs":${example.outputsText},"metadata":{"split":"test"},"split":"base"}`;

describe('an export of a dataset', () => {
  it.each([
    ['JSON lines', `${line}\n\n${line}\r\n`, 'JSON lines', 2],
    ['a JSON list', `\ufeff[${line},\n${line}]`, 'JSON list', 2],
    ['an object with a list', `{"name":"tides",\n"examples":[${line}]}`, 'JSON list', 1],
    ['one example over several lines', line.replace('"inputs"', '\n"inputs"'), 'JSON lines', 1],
  ])('is read as %s, with its numbers as they are', (_what, text, format, count) => {
    expect(readExamples(text)).toEqual({
      format,
      examples: Array.from({ length: count }, () => example),
      problem: null,
    });
  });

  it('is read from a table with a column for each part', () => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const cells = [example.inputsText, example.outputsText, '{"split":"test"}'].map(quoted).join(',');
    expect(readExamples(`id,inputs,outputs,metadata\n${id},${cells}\n`)).toEqual({
      format: 'CSV',
      examples: [example],
      problem: null,
    });
  });

  it('is read from a table with a column for each member, whose cells are texts, lists or objects', () => {
    const { examples } = readExamples('input_topic,inputs.tags,output_answer,other\nTides,"[""a""]",42,x\n');
    expect(examples).toEqual([
      {
        id: null,
        inputsText: '{"topic": "Tides", "tags": ["a"]}',
        outputsText: '{"answer": "42"}',
      },
    ]);
  });

  it('keeps no part of an ID that is too long', () => {
    const long = 'x'.repeat(201);
    expect(readExamples(`{"id":"${long}","inputs":{}}`).examples).toMatchObject([{ id: null }]);
    expect(readExamples(`id,inputs\n${long},{}`).examples).toMatchObject([{ id: null }]);
  });

  it.each([
    ['', 'The file is empty.'],
    ['[]', 'There are no examples in it.'],
    ['[1]', 'Example 1: An example must be an object.'],
    ['{"inputs":{}}\n{"input":{}}', 'Example 2: An example needs "inputs", an object.'],
    ['{"inputs":{},"outputs":"x"}', 'Example 1: "outputs" must be an object.'],
    ['question,answer\na,b', 'No column is called "inputs", or begins with "inputs." or "input_".'],
    ['inputs\nplain', 'Line 2: "inputs" must be a JSON object.'],
    ['inputs,id\n{}', 'Line 2: the row has 1 cell, the header 2.'],
    ['inputs', 'The table has a header but no rows.'],
  ])('is refused with a reason if it is %j', (text, problem) => {
    expect(readExamples(text)).toMatchObject({ examples: [], problem });
  });

  it('names the line of a text that is no JSON, and refuses more than are imported at once', () => {
    expect(readExamples(`${line}\n{"inputs":}`).problem).toMatch(/^Line 2: /);
    const many = Array.from({ length: maxExamples + 1 }, () => '{"inputs":{}}').join('\n');
    expect(readExamples(many).problem).toBe('At most 1,000 examples are imported at once.');
  });
});

describe('the input of an example', () => {
  it('keeps its inputs and reference outputs, and where it is from, also when its file is read again', () => {
    const input = inputOfExample(example, { graph: 'writer', project: 'nightly', isChecked: true });
    expect(input).toMatchObject({
      start: { kind: 'input', inputText: example.inputsText },
      referenceText: example.outputsText,
      langsmith: { exampleId: id, project: 'nightly' },
      checks: [{ kind: 'equals', of: 'answer', valueText: '1.0' }],
    });
    const text = formatInput(input);
    const again = parseInput(text).input;
    expect(again).toMatchObject({ graph: 'writer', langsmith: input.langsmith });
    expect(again === null ? null : formatInput(again)).toBe(text);
  });

  it('has an expression for a member with an odd name, no check that was not asked for, and no example without an ID', () => {
    const odd = { ...example, id: null, outputsText: '{"the answer":null}' };
    expect(inputOfExample(odd, { graph: null, project: 'p', isChecked: true })).toMatchObject({
      checks: [{ of: '$["the answer"]' }],
      langsmith: null,
    });
    expect(inputOfExample(odd, { graph: null, project: null, isChecked: false }).checks).toEqual([]);
  });

  it('is named after the first words of the example', () => {
    expect(exampleName(example)).toBe('high-tides');
    expect(exampleName({ ...example, inputsText: '{"n":1}' })).toBe('input');
    expect(exampleName({ ...example, inputsText: '{"path":"../../etc/passwd"}' })).toBe('etc-passwd');
  });
});

it.each([
  ['{"version":1,"input":{},"langsmith":{}}', '"langsmith" has no "example"'],
  ['{"version":1,"input":{},"langsmith":{"example":"e","key":"x"}}', 'has an unknown member "key"'],
  ['{"version":1,"input":{},"langsmith":[]}', '"langsmith" must be an object'],
])('an input with a wrong example is refused: %s', (text, message) => {
  expect(parseInput(text).problem?.message).toContain(message);
});
