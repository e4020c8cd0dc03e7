import { JsonSyntaxError, parseTree, type JsonNode } from 'exact-json';
import { exampleIdOf, exampleOf, type DatasetExample } from './dataset-example.ts';
import { isJson } from '../parse-json.ts';
import { readTable } from './read-table.ts';

export type ExamplesFormat = 'JSON list' | 'JSON lines' | 'CSV';

export interface ParsedExamples {
  readonly format: ExamplesFormat | null;
  readonly examples: readonly DatasetExample[];
  /** Why the file is no export of a dataset, as a sentence. */
  readonly problem: string | null;
}

/** The most examples that are imported at once, and UTF-16 units of their file. */
export const maxExamples = 1000;
export const maxExamplesLength = 20_000_000;

/**
 * Reads an export of a LangSmith dataset: JSON lines or a JSON list of examples with `inputs`, `outputs`, `metadata`
 * and `id`, or a table whose columns have these names, or begin with them (`inputs.question`, `input_question`). Never
 * throws.
 */
export function readExamples(fileText: string): ParsedExamples {
  const text = fileText.replace(/^\ufeff/, '').trim();
  const none = { format: null, examples: [] };
  if (text === '') return { ...none, problem: 'The file is empty.' };
  if (text.length > maxExamplesLength)
    return {
      ...none,
      problem: `The file has more than ${maxExamplesLength.toLocaleString('en')} characters.`,
    };
  const parsed = text.startsWith('[')
    ? readList(text)
    : text.startsWith('{')
      ? readLines(text)
      : readCsv(text);
  if (parsed.problem !== null || parsed.examples.length <= maxExamples) return parsed;
  return { ...parsed, problem: `At most ${maxExamples.toLocaleString('en')} examples are imported at once.` };
}

function readList(text: string): ParsedExamples {
  const format = 'JSON list';
  try {
    const tree = parseTree(text);
    return collect(format, tree.type === 'array' ? tree.items.map((node) => ({ text, node })) : []);
  } catch (error) {
    return { format, examples: [], problem: syntaxProblem(error, 0) };
  }
}

function readLines(text: string): ParsedExamples {
  const format = 'JSON lines';
  const nodes: TextNode[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue;
    try {
      nodes.push({ text: line, node: parseTree(line) });
    } catch (error) {
      // One object over several lines.
      if (index === 0 && isJson(text)) return readObject(text);
      return { format, examples: [], problem: syntaxProblem(error, index) };
    }
  }
  const [first, ...others] = nodes;
  return first !== undefined && others.length === 0 ? readObject(text) : collect(format, nodes);
}

// An example, or an object that has a list of them.
function readObject(text: string): ParsedExamples {
  const node = parseTree(text);
  const list = node.type === 'object' ? node.members.find(({ key }) => key === 'examples')?.value : undefined;
  return list?.type === 'array'
    ? collect(
        'JSON list',
        list.items.map((item) => ({ text, node: item })),
      )
    : collect('JSON lines', [{ text, node }]);
}

interface TextNode {
  readonly text: string;
  readonly node: JsonNode;
}

function collect(format: ExamplesFormat, nodes: readonly TextNode[]): ParsedExamples {
  const examples: DatasetExample[] = [];
  for (const [index, { text, node }] of nodes.entries()) {
    const example = exampleOf(text, node);
    if (typeof example === 'string')
      return { format, examples: [], problem: `Example ${index + 1}: ${example}` };
    examples.push(example);
  }
  return { format, examples, problem: examples.length === 0 ? 'There are no examples in it.' : null };
}

function syntaxProblem(error: unknown, linesBefore: number): string {
  if (!(error instanceof JsonSyntaxError)) throw error;
  return `Line ${error.line + linesBefore}: ${error.message}`;
}

type Part = 'inputs' | 'outputs';

interface Column {
  readonly part: Part | 'id' | null;
  /** The member of the part that its cells contain; `null`: they contain the whole part. */
  readonly key: string | null;
}

function readCsv(text: string): ParsedExamples {
  const format = 'CSV';
  const { rows, problem } = readTable(text);
  const [header = [], ...dataRows] = rows;
  const columns = header.map((cell) => columnOf(cell.text.trim()));
  const fault =
    problem ??
    (columns.some(({ part }) => part === 'inputs')
      ? null
      : 'No column is called "inputs", or begins with "inputs." or "input_".') ??
    (dataRows.length === 0 ? 'The table has a header but no rows.' : null);
  if (fault !== null) return { format, examples: [], problem: fault };
  const examples: DatasetExample[] = [];
  for (const cells of dataRows) {
    const line = cells[0]?.line ?? 0;
    if (cells.length !== columns.length) {
      const counts = `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, the header ${columns.length}`;
      return { format, examples: [], problem: `Line ${line}: the row has ${counts}.` };
    }
    const texts = cells.map((cell) => cell.text);
    const wholeText = (part: Part): string | null =>
      texts.find(
        (cell, index) => columns[index]?.part === part && columns[index].key === null && cell !== '',
      ) ?? null;
    const parts = { inputs: wholeText('inputs'), outputs: wholeText('outputs') };
    for (const [part, cell] of Object.entries(parts)) {
      if (cell !== null && !isObject(cell))
        return { format, examples: [], problem: `Line ${line}: "${part}" must be a JSON object.` };
    }
    const members = (part: Part): string | null => {
      const memberTexts = columns.flatMap(({ part: of, key }, index) =>
        of === part && key !== null ? [`${JSON.stringify(key)}: ${cellText(texts[index] ?? '')}`] : [],
      );
      return memberTexts.length === 0 ? null : `{${memberTexts.join(', ')}}`;
    };
    examples.push({
      id: exampleIdOf(texts.find((_cell, index) => columns[index]?.part === 'id')),
      inputsText: parts.inputs?.trim() ?? members('inputs') ?? '{}',
      outputsText: parts.outputs?.trim() ?? members('outputs'),
    });
  }
  return { format, examples, problem: null };
}

function columnOf(name: string): Column {
  if (name === 'id' || name === 'example_id') return { part: 'id', key: null };
  for (const part of ['inputs', 'outputs'] as const) {
    if (name === part) return { part, key: null };
    const [, key] = new RegExp(`^${part}?[._](.+)$`, 's').exec(name) ?? [];
    if (key !== undefined) return { part, key };
  }
  return { part: null, key: null };
}

// A list or an object is meant as such; anything else is the text that is written there.
function cellText(cell: string): string {
  const isStructure = /^\s*[[{]/.test(cell) && isJson(cell);
  return isStructure ? cell.trim() : JSON.stringify(cell);
}

function isObject(cell: string): boolean {
  return cell.trim().startsWith('{') && isJson(cell);
}
