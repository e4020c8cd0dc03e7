import { expect, it } from 'vitest';
import { questionDocument } from './state-document.ts';
import { printQuestions } from './print-questions.ts';

const interrupt = {
  taskId: 't',
  index: 0,
  id: 'i',
  valueText: '{"question": "Ship it?"}',
  nodeId: 'tools',
  toolCalls: [
    { tool: 'charge', agent: null },
    { tool: 'confirm', agent: null },
  ],
};

it('a question says which tools its answer runs again, on a terminal and as JSON', () => {
  const lines: unknown[] = [];
  printQuestions([{ interrupt, question: 'i@1' }], (line) => lines.push(line));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toBe('  An answer runs these tools again from the start: charge, confirm.');
  expect(questionDocument({ interrupt, question: 'i@1' }).toolCalls).toEqual(interrupt.toolCalls);
});

it('a question of a task without tools is one line', () => {
  const lines: unknown[] = [];
  const { toolCalls: _calls, ...plain } = interrupt;
  printQuestions([{ interrupt: plain, question: 'i@1' }], (line) => lines.push(line));
  expect(lines).toHaveLength(1);
});
