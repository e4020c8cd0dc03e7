import { expect, it } from 'vitest';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  threadRecord,
} from '../../testing/thread-records.ts';
import { checkpointStory, positionOf } from './history.ts';

/** A loop of two sends, then an edit of `b` and a run from there; the head is the end of the older branch. */
const record = threadRecord({
  checkpoints: [
    checkpoint('i', null, { source: 'input' }),
    checkpoint('s', 'i'),
    checkpoint('b', 's'),
    checkpoint('c', 'b'),
    checkpoint('u', 'b', { source: 'update' }),
    checkpoint('v', 'u'),
  ],
  headId: 'c',
  executions: [
    execution('work', 's', 'b', { executionId: '1' }),
    execution('check', 's', 'b', { executionId: '2' }),
    execution('work', 's', 'b', { executionId: '3' }),
    execution('end', 'b', 'c'),
    execution('ask', 'v', null, { status: 'interrupted' }),
  ],
});

it('names the nodes that wrote a checkpoint, each once', () => {
  expect(checkpointStory(record, 'b')).toMatchObject({
    writers: ['work', 'check'],
    made: [{}, {}, {}],
    open: [],
  });
  expect(checkpointStory(record, 'u')).toMatchObject({ writers: [], open: [] });
  expect(checkpointStory(record, 'v')).toMatchObject({ open: [{ status: 'interrupted' }] });
  expect(checkpointStory(record, 'gone')).toBeNull();
});

it('marks the step that took in the input as the start of a turn', () => {
  const starts = record.checkpoints.filter(
    ({ checkpointId }) => checkpointStory(record, checkpointId)?.isTurnStart,
  );
  // An input alone is the start of its turn until a step has taken it in.
  expect(starts.map(({ checkpointId }) => checkpointId)).toEqual(['i', 's']);
});

it('counts a checkpoint on the branch through it, to the head where the branch leads there', () => {
  const place = (id: string) => {
    const position = positionOf(record, id);
    return (
      position && `${position.index + 1} of ${position.checkpoints.length}${position.hasAfter ? ' +' : ''}`
    );
  };
  expect(['i', 'b', 'c', 'u', 'v', 'gone'].map(place)).toEqual([
    '1 of 4 +',
    '3 of 4 +',
    '4 of 4',
    '4 of 5 +',
    '5 of 5',
    null,
  ]);
});
