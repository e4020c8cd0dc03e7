import { expect, it } from 'vitest';
import type { ServerRunCancel } from '../../shared/model/server-run.ts';
import { cancelOutcomeText } from './cancel-outcomes.ts';

it('a cancelled run is told as the server reports it', () => {
  const outcome = (more: Partial<ServerRunCancel>): ServerRunCancel => ({
    runId: 'r',
    result: null,
    problem: null,
    ...more,
  });
  const result = { threadStatus: null, statePreserved: null };
  const outcomes = [
    outcome({ result: { ...result, status: 'interrupted', stopped: true } }),
    outcome({ result: { ...result, status: 'success', stopped: false } }),
    outcome({ result: { ...result, status: 'running', stopped: false } }),
    outcome({ result: { ...result, status: 'unknown', stopped: null } }),
    outcome({ result: { ...result, status: 'interrupted', stopped: null } }),
    outcome({ problem: { code: 'forbidden', message: 'Forbidden.', hint: null, details: {} } }),
  ];
  expect(outcomes.map(cancelOutcomeText)).toEqual([
    'Stopped.',
    'Had already ended with status success.',
    'Did not stop: its status is running.',
    'The server does not report whether it ended.',
    'Interrupted: stopped, or waiting for an answer.',
    'Not cancelled: Forbidden.',
  ]);
});
