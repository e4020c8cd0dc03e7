import { expect, it } from 'vitest';
import { toolsRunAgain } from './tools-run-again.ts';

const tool = (name: string, agent: string | null = null) => ({ tool: name, agent });

it('nothing is said of a task that runs no tools', () => {
  expect(toolsRunAgain({})).toBeNull();
  expect(toolsRunAgain({ toolCalls: [] })).toBeNull();
});

it('one tool, the tool of a sub-agent, and several tools are named', () => {
  expect(toolsRunAgain({ toolCalls: [tool('confirm')] })).toBe(
    'An answer runs the tool confirm again from the start.',
  );
  expect(toolsRunAgain({ toolCalls: [tool('task', 'clerk')] })).toBe(
    'The sub-agent clerk is asking. An answer calls task again; a sub-agent with checkpoints continues from its last one.',
  );
  expect(toolsRunAgain({ toolCalls: [tool('charge'), tool('task', 'clerk')] })).toBe(
    'An answer runs these tools again from the start: charge, task (clerk).',
  );
});

it('many tools and hostile names are shortened', () => {
  const many = Array.from({ length: 12 }, (_, index) => tool(`t${index}`));
  expect(toolsRunAgain({ toolCalls: many })).toContain('t9, and 2 more.');
  expect(toolsRunAgain({ toolCalls: [tool(`a\u202eb\n${'x'.repeat(1000)}`)] })).not.toMatch(
    /\u202e|\n|x{70}/,
  );
});
