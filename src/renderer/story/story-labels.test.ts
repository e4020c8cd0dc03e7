import { expect, it } from 'vitest';
import { recordedRun } from '../../testing/thread-records.ts';
import { describeRun } from './story-labels.ts';

it('says of a queued run that another one is before it only if one is running', () => {
  const queued = recordedRun('queued', { status: 'queued', ending: null });
  const running = recordedRun('running', { status: 'running', ending: null });
  const done = recordedRun('done');
  expect(describeRun(queued, [done, queued]).text).toBe('Queued, no checkpoint yet');
  expect(describeRun(queued, [done, running, queued]).text).toBe('Queued behind another run of this thread');
});
