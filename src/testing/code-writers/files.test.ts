import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawGraph } from '../../cli/output/draw-graph.ts';
import { toJUnit } from '../../cli/output/junit.ts';
import { toCsv } from '../../shared/inputs/export-results.ts';
import type { Experiment, ExperimentRow } from '../../shared/model/experiment.ts';
import { fc } from '../fast-check.ts';
import { findPython } from './python.ts';
import { buildGraphShape } from '../renderer/graph-shape-builder.ts';
import { inFull, scaled } from '../test-scale.ts';
import { createCanary, hostileStates, type HostileState } from './hostile-states.ts';

const canary = createCanary();
let states: readonly HostileState[];
beforeAll(() => {
  states = fc.sample(hostileStates(canary.folder), scaled(10_000));
});
afterAll(canary.dispose);

const python = findPython();
/** Gives a program of Python its input, and reads the JSON that it prints. */
const askPython = (program: string, input: string): unknown =>
  JSON.parse(execFileSync('python3', ['-c', program], { input, encoding: 'utf8', maxBuffer: 500_000_000 }));

const counts = { rows: 0, unsent: 0, refused: 0, active: 0, passed: 0, failed: 0, unknown: 0 };
const experimentOf = (name: string): Experiment => ({
  experimentId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  name,
  createdAt: '2026-01-01T00:00:00.000Z',
  inputsConnectionId: null,
  atOnce: null,
  targets: [
    {
      connectionId: 'c',
      serverName: name,
      assistantId: 'a',
      assistantName: name,
      graphId: 'g',
      version: 1,
      isPinned: false,
    },
  ],
  counts: { ...counts, finished: 0, waiting: 0, stopped: 0, changed: 0 },
  sendingTo: [],
  problem: null,
  revision: 0,
});
const rowOf = ({ text, name }: HostileState): ExperimentRow => ({
  index: 0,
  target: 0,
  path: name,
  repetition: 1,
  changed: null,
  threadId: name,
  runId: name,
  revision: null,
  problem: null,
  result: {
    status: 'error',
    threadStatus: 'error',
    outcome: 'failed',
    ending: 'failed',
    checks: [{ label: name, outcome: 'failed', reason: name, score: null }],
    outputText: text,
    fingerprint: null,
    error: `${name}\n${name}`,
    ms: 1,
    tokens: 1,
  },
});

describe('a file of another format, with hostile states', { timeout: 900_000 }, () => {
  it.skipIf(python === null)(
    'has no formula as CSV, whichever separator a spreadsheet takes (skipped without python3)',
    () => {
      const csv = toCsv(experimentOf('=1+1'), states.map(rowOf));
      const read = `import csv, io, json, sys
csv.field_size_limit(10**9)
text = sys.stdin.buffer.read().decode("utf-8", "surrogatepass")
tables = [list(csv.reader(io.StringIO(text, newline=""), delimiter=one)) for one in ",;\\t"]
formulas = [cell for rows in tables for row in rows for cell in row if cell.lstrip(" \\"'")[:1] in tuple("=+-@") and cell[:1] != "'"]
print(json.dumps([formulas[:5], len(tables[0]), sorted({len(row) for row in tables[0]})]))`;
      expect(askPython(read, csv)).toEqual([[], states.length + 1, [19]]);
    },
  );

  it.skipIf(python === null)(
    'is well-formed as JUnit and SVG, with its own elements only (skipped without python3)',
    () => {
      const junit = states.map((state) => toJUnit(experimentOf(state.name), [rowOf(state)]));
      // Each drawing is laid out.
      const svg = states
        .slice(0, inFull ? 2000 : 200)
        .map(({ name }) => drawGraph(shapeOf(name), 'svg', options));
      const read = `import json, sys
import xml.etree.ElementTree as tree
names = set()
for text in json.load(sys.stdin):
    for element in tree.fromstring(text.encode("utf-8")).iter():
        names.add(element.tag.split("}")[-1] + " " + " ".join(sorted(element.attrib)))
print(json.dumps(sorted(names)))`;
      const elementsOf = (files: readonly string[]): unknown => askPython(read, JSON.stringify(files));
      expect(elementsOf(junit)).toEqual([
        'failure message type',
        'testcase classname name time',
        'testsuite errors failures name tests time timestamp',
        'testsuites errors failures name tests time',
      ]);
      expect(elementsOf(svg)).toEqual(elementsOf([drawGraph(shapeOf('plain'), 'svg', options)]));
    },
  );

  it('is the same statements as Mermaid, whatever the nodes and conditions are called', () => {
    const statement =
      /^(?:flowchart TD| *subgraph n\d+\["[^"]*"\]| *end| *n\d+(?:\["[^"]*"\]|\[\["[^"]*"\]\]|\(\["[^"]*"\]\))| *n\d+ (?:-->|-\.->)(?:\|"[^"]*"\|)? n\d+)$/;
    const plain = drawGraph(shapeOf('plain'), 'mermaid', options).split('\n');
    for (const { name } of states) {
      const lines = drawGraph(shapeOf(name), 'mermaid', options).split('\n');
      expect({ name, lines: lines.length }).toEqual({ name, lines: plain.length });
      const odd = lines.slice(0, -1).filter((line) => !statement.test(line) || /%%|style.*:/.test(line));
      expect({ name, odd }).toEqual({ name, odd: [] });
    }
  });
});

const options = { level: 'all', direction: 'down', theme: 'light' } as const;

function shapeOf(name: string) {
  const shape = buildGraphShape(
    ['__start__', 'plan', 'write', 'write:draft', '__end__'],
    ['__start__>plan', 'plan?write:draft', 'write:draft>__end__'],
  );
  return {
    ...shape,
    nodes: shape.nodes.map((node) => ({ ...node, label: name })),
    edges: shape.edges.map((edge) => ({ ...edge, label: edge.conditional ? name : null })),
  };
}
