import { expect, it } from 'vitest';
import { describeOmittedOptions } from './omitted-run-options.ts';

it('says what a run was started without, and what is missing for that', () => {
  expect(describeOmittedOptions({ streamModes: ['tasks'], members: [] })).toBe(
    'This server refuses stream mode tasks, so the run was started without it. Missing: when each node started and ended, and its input.',
  );
  expect(describeOmittedOptions({ streamModes: ['tasks', 'new-mode'], members: ['stream_subgraphs'] })).toBe(
    'This server refuses stream mode tasks, stream mode new-mode and stream_subgraphs, so the run was started without them. Missing: when each node started and ended, and its input; events of mode new-mode; what subgraphs did.',
  );
});

it('says nothing of a run that was started as asked', () => {
  expect(describeOmittedOptions({ streamModes: [], members: [] })).toBeNull();
});
