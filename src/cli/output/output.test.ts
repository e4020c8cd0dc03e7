import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunFrame } from '../../shared/model/run.ts';
import { svgColors } from './draw-graph.ts';
import { toJUnit } from './junit.ts';
import { printableJson, RawJson, toJson } from './json-document.ts';
import { jsonEvents, readableEvents } from './print-events.ts';
import { truncate } from './truncate.ts';
import { columns } from './styled-text.ts';
import { createTerminal } from './terminal.ts';

function memoryTerminal() {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write(text: string | Uint8Array) {
      written[name] += String(text);
      return true;
    },
  });
  return { written, terminal: createTerminal(stream('out'), stream('err'), {}) };
}

/** A title, a colour, a cursor movement by one C1 character, reversed text, and a bell. */
const hostile = '\u001b]0;pwned\u0007\u001b[31m\u009b2J\u202eabc\r';

it('a report for CI is XML whatever a server says, and names what is unknown', () => {
  const target = {
    connectionId: 'c',
    serverName: 'S',
    assistantId: 'a',
    assistantName: '"><x',
    graphId: 'g',
    version: 1,
    isPinned: false,
  };
  const counts = { rows: 3, unsent: 1, refused: 0, active: 0, passed: 1, failed: 0, unknown: 1 };
  const experiment = {
    experimentId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    name: 'check',
    createdAt: '2026-01-01T00:00:00.000Z',
    inputsConnectionId: 'c',
    atOnce: null,
    targets: [target],
    counts: { ...counts, finished: 0, waiting: 0, stopped: 0, changed: 0 },
    sendingTo: [],
    problem: null,
    revision: 1,
  };
  const result = {
    status: 'success' as const,
    threadStatus: 'idle' as const,
    ending: 'finished' as const,
    outcome: 'passed' as const,
    checks: [],
    outputText: null,
    fingerprint: null,
    error: null,
    ms: 1500,
    tokens: null,
  };
  const unknown = [
    { label: `]]>${hostile}`, outcome: 'unknown' as const, reason: '\u0000\ud800&', score: null },
  ];
  const score = { name: '<tone>', value: null, atLeast: 0.4, run: null };
  const scored = { label: '<tone>', outcome: 'passed' as const, reason: '' };
  const row = {
    index: 0,
    target: 0,
    repetition: 1,
    changed: null,
    threadId: 't',
    runId: 'r',
    revision: null,
    problem: null,
  };
  const xml = toJUnit(experiment, [
    { ...row, path: 'a.json', result },
    { ...row, path: 'b.json', result: { ...result, outcome: 'unknown', checks: unknown } },
    { ...row, path: 'c.json', result: null },
    {
      ...row,
      path: 'd.json',
      repetition: 2,
      result: {
        ...result,
        checks: [
          { ...scored, score: { ...score, value: 0.5 } },
          { ...scored, score },
        ],
      },
    },
  ]);
  expect(xml).toContain(
    '<testcase name="d (2)" classname="&quot;&gt;&lt;x on S" time="1.5">\n      <properties>\n        <property name="score: &lt;tone&gt;" value="0.5"/>\n        <property name="score: &lt;tone&gt;" value="unknown"/>\n      </properties>\n    </testcase>',
  );
  expect(xml).toContain('tests="4" failures="0" errors="2" time="4.5"');
  expect(xml).toContain('<testcase name="a" classname="&quot;&gt;&lt;x on S" time="1.5"/>');
  expect(xml).toContain('type="not ended"');
  // Names, attributes and text that XML can hold, and nothing else.
  const text = '[^<>&"\\u0000-\\u0008\\ufffe\\uffff]|&(?:amp|lt|gt|quot|#10);';
  const tag = `</?[a-z]+(?: [a-z]+="(?:${text})*")*/?>`;
  expect(xml).toMatch(new RegExp(`^<\\?xml [^>]*\\?>(?:${tag}|${text})*$`, 'u'));
  expect(xml).not.toContain('\u202e');
});

describe('text of servers is harmless on a terminal', () => {
  it('as text, JSON and columns', () => {
    const { terminal, written } = memoryTerminal();
    terminal.print(hostile);
    terminal.printPart(hostile);
    terminal.note(hostile);
    terminal.print(columns([[hostile, hostile]]));
    terminal.printJson({
      [hostile]: [hostile, new RawJson('"\u009b2J\u202e"')],
    });
    terminal.printJsonText('"\u009b2J\u202e"');
    readableEvents(terminal).frame(
      frameOf('updates', JSON.stringify({ [hostile]: hostile }), [`${hostile}:1`]),
    );
    readableEvents(terminal).frame(
      frameOf('messages', JSON.stringify([{ type: 'ai', content: hostile }, { langgraph_node: hostile }])),
    );
    readableEvents(terminal).end(hostile, { outcome: 'failed', error: hostile, incomplete: false }, null);
    // eslint-disable-next-line no-control-regex
    expect(written.out + written.err).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('and JSON stays the same JSON', () => {
    const value = { text: hostile, emoji: '👍🏽', nested: [null, true, 1.5] };
    expect(JSON.parse(printableJson(toJson(value)))).toEqual(value);
  });
});

it('numbers keep the spelling of the server', () => {
  const text = '{"id": 12345678901234567890, "price": 1.10, "zero": -0}';
  expect(toJson({ values: new RawJson(text), none: undefined })).toBe(
    '{"values":{"id":12345678901234567890,"price":1.10,"zero":-0}}',
  );
});

function frameOf(mode: string, text: string, namespace: readonly string[] = []): RunFrame {
  return { seq: 0, atMs: 1, id: null, mode, namespace, text };
}

describe('events', () => {
  it('are readable: tokens on one line by speaker, updates by node, subgraphs named', () => {
    const { terminal, written } = memoryTerminal();
    const printer = readableEvents(terminal);
    const token = (content: unknown): void =>
      printer.frame(
        frameOf(
          'messages',
          JSON.stringify([{ type: 'AIMessageChunk', content }, { langgraph_node: 'model' }]),
        ),
      );
    token('Hel');
    token([{ type: 'text', text: 'lo' }]);
    printer.frame(frameOf('messages', JSON.stringify([{ type: 'human', content: 'unseen' }, {}])));
    printer.frame(frameOf('updates', '{"draft": {"n": 1.0}}', ['write:1']));
    printer.frame(frameOf('values', '{"unseen": 1}'));
    printer.end('r', { outcome: 'failed', error: 'ValueError: no', incomplete: true }, null);
    expect(written.out).toBe('model> Hello\nwrite: draft  {"n":1.0}\n');
    expect(written.err).toBe('Run r: failed: ValueError: no\nSome events are missing.\n');
  });

  it('are lines of JSON with their payload verbatim', () => {
    const { terminal, written } = memoryTerminal();
    const printer = jsonEvents(terminal);
    printer.frame(frameOf('values', '{"n": 1.0}'));
    printer.end('r', { outcome: 'finished', error: null, incomplete: false }, null);
    expect(written.out.split('\n')[0]).toBe(
      '{"seq":0,"atMs":1,"id":null,"event":"values","namespace":[],"data":{"n":1.0}}',
    );
  });
});

it('long values are cut between characters, and say by how much', () => {
  expect(truncate('abc', 3)).toBe('abc');
  expect(truncate('ab👍cd', 3)).toBe('ab… (4 more characters)');
});

it('drawings have the colours of the window', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../renderer/ui/tokens.css'), 'utf8');
  for (const [name, light] of Object.entries(svgColors.light)) {
    const dark = svgColors.dark[name as keyof typeof svgColors.dark];
    expect(tokens).toContain(`--${name}: light-dark(${light}, ${dark});`);
  }
});
