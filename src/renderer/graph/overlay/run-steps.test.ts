import { expect, it } from 'vitest';
import { stepsOfRun, tokensByNode, withReportedTokens } from './run-steps.ts';

it('keeps the steps of one run, and what follows what among them', () => {
  const step = (runId: string, name: string, after: number | null) => ({
    container: '',
    runId,
    previousStep: after,
    isFirst: false,
    isLast: false,
    tasks: [{ name, ms: null, tokens: null, from: [] }],
  });
  const steps = [
    step('1', 'a', null),
    step('2', 'x', null),
    step('1', 'b', 0),
    step('2', 'c', 2),
    step('2', 'd', 3),
  ];
  const short = (runId: string) =>
    stepsOfRun(steps, runId).map(({ previousStep, tasks }) => `${previousStep} ${tasks[0]?.name}`);
  expect(short('1')).toEqual(['null a', '0 b']);
  expect(short('2')).toEqual(['null x', 'null c', '1 d']);
});

it('T-1: adds the tokens that a run reported to those that the history knows of, once', () => {
  const step = (runId: string, name: string, tokens: number | null) => ({
    container: '',
    runId,
    previousStep: null,
    isFirst: false,
    isLast: false,
    tasks: [{ name, ms: null, tokens, from: [] }],
  });
  const history = [step('1', 'a', 5), step('1', 'b', 7), step('2', 'b', 3), step('1', 'b', null)];
  const reported = [step('1', 'a', 440), step('1', 'b', 4), step('1', 'b', 3), step('1', 'never', 9)];
  const shown = withReportedTokens(history, { runIds: new Set(['1']), nodes: tokensByNode(reported) });
  expect(shown.map(({ tasks }) => tasks[0]?.tokens)).toEqual([440, 7, 3, null]);
  // The history gives `ask` to the run that answered it; the other one reported its tokens.
  const steps = [step('2', 'ask', 440), step('3', 'ask', 5)];
  const both = { runIds: new Set(['1', '2']), nodes: new Map([['ask', 450]]) };
  expect(withReportedTokens(steps, both).map(({ tasks }) => tasks[0]?.tokens)).toEqual([450, 5]);
});
