import { expect, it } from 'vitest';
import { anAssistant } from '../../testing/builders.ts';
import { findAssistant } from './pick-assistant.ts';

const usual = anAssistant({ assistantId: 'a', name: 'writer', graphId: 'writer', bySystem: true });
const terse = anAssistant({ assistantId: 'b', name: 'Terse', graphId: 'writer', bySystem: false });
const verbose = anAssistant({ assistantId: 'c', name: 'Verbose', graphId: 'writer', bySystem: false });

it('takes the default assistant of a graph', () => {
  expect(findAssistant([terse, usual, verbose], 'writer', 'Demo')).toBe(usual);
});

it('takes the only assistant of a graph that has no default one', () => {
  expect(findAssistant([terse], 'writer', 'Demo')).toBe(terse);
});

it('asks which one is meant when several run a graph that has no default one', () => {
  expect(() => findAssistant([terse, verbose], 'writer', 'Demo')).toThrow(
    'Several assistants run the graph "writer": Terse, Verbose.',
  );
});

it('asks for the id when several have the same name', () => {
  const other = anAssistant({ ...terse, assistantId: 'd' });
  expect(() => findAssistant([terse, other], 'Terse', 'Demo')).toThrow(
    'Several assistants are called "Terse".',
  );
});
