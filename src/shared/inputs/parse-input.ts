import { JsonSyntaxError, parseTree } from 'exact-json';
import { ObjectReader } from './input-reader.ts';
import { parseCheck } from './parse-check.ts';
import {
  defaultUser,
  inputVersion,
  maxTurns,
  type InputStart,
  type LangsmithExample,
  type ParsedInput,
  type SavedInput,
  type SimulatedUser,
} from './saved-input.ts';

export const maxChecks = 100;

const members = [
  'version',
  'description',
  'graph',
  'assistant',
  'input',
  'command',
  'state',
  'asNode',
  'config',
  'context',
  'stopAfter',
  'checks',
  'reference',
  'user',
  'langsmith',
];

/** Parses the text of an input file (`docs/inputs.md`). Never throws: problems are part of the result, with their positions. */
export function parseInput(text: string): ParsedInput {
  try {
    return { input: read(text), problem: null };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column } = error;
    return { input: null, problem: { message: `${reasonOf(error)}.`, line, column } };
  }
}

function read(text: string): SavedInput {
  const reader = new ObjectReader(text, parseTree(text), 'An input', members);
  const version = reader.json('version');
  if (version === null) throw reader.fail(`An input needs "version": ${inputVersion}`);
  if (Number(version) > inputVersion) throw reader.fail('A newer studio wrote this file', 'version');
  if (version !== String(inputVersion)) throw reader.fail(`"version" must be ${inputVersion}`, 'version');
  const valuesText = reader.object('state');
  const asNode = reader.string('asNode');
  if ((valuesText === null) !== (asNode === null)) {
    throw reader.fail('"state" and "asNode" belong together', valuesText === null ? 'asNode' : 'state');
  }
  const checks = reader.node('checks');
  if (checks !== null && checks.type !== 'array') throw reader.fail('"checks" must be a list', 'checks');
  if (checks !== null && checks.items.length > maxChecks) {
    throw reader.fail(`There are more than ${maxChecks} checks`, 'checks');
  }
  return {
    description: reader.string('description'),
    graph: reader.string('graph'),
    assistant: reader.string('assistant'),
    start: startOf(reader, valuesText !== null),
    state: valuesText === null || asNode === null ? null : { valuesText, asNode },
    configText: reader.object('config'),
    contextText: reader.object('context'),
    stopAfter: reader.strings('stopAfter'),
    checks: checks === null ? [] : checks.items.map((item) => parseCheck(text, item)),
    referenceText: reader.json('reference'),
    user: userOf(text, reader),
    langsmith: exampleOf(text, reader),
  };
}

function userOf(text: string, reader: ObjectReader): SimulatedUser | null {
  const node = reader.node('user');
  if (node === null) return null;
  const user = new ObjectReader(text, node, '"user"', ['server', 'assistant', 'turns', 'messages']);
  const turns = user.number('turns') ?? defaultUser.turns;
  if (!Number.isInteger(turns) || turns < 2 || turns > maxTurns)
    throw user.fail(`"turns" must be a whole number from 2 to ${maxTurns}`, 'turns');
  const server = user.string('server');
  if (server !== null && server.trim() === '') throw user.fail('The server is empty', 'server');
  return {
    server,
    assistant: user.requiredString('assistant'),
    turns,
    messages: user.string('messages') ?? defaultUser.messages,
  };
}

function exampleOf(text: string, reader: ObjectReader): LangsmithExample | null {
  const node = reader.node('langsmith');
  if (node === null) return null;
  const example = new ObjectReader(text, node, '"langsmith"', ['example', 'project']);
  return { exampleId: example.requiredString('example'), project: example.string('project') };
}

function startOf(reader: ObjectReader, hasState: boolean): InputStart {
  const inputText = reader.json('input');
  const commandText = reader.object('command');
  if (inputText !== null && commandText !== null) {
    throw reader.fail('A run starts with an "input" or a "command", not with both', 'command');
  }
  if (inputText !== null) return { kind: 'input', inputText };
  if (commandText !== null) return { kind: 'command', commandText };
  if (!hasState) throw reader.fail('An input needs "input", "command" or "state"');
  return { kind: 'continue' };
}

// Without the position, which stands beside it.
function reasonOf({ message }: JsonSyntaxError): string {
  return message.replace(/ at line \d+, column \d+$|\s*\(line \d+, column \d+\)$/, '').replace(/\.$/, '');
}
