// Writes release notes: plan, write (draft, then polish and check one level below), interrupt, then publish
// or start over. Three levels, a loop with labels, and an interrupt.
import { END, START, StateGraph, interrupt } from '@langchain/langgraph';
import { takeTime } from '../lib/pace.js';
import { write } from './parts.js';
import { WriterInput, WriterState } from './state.js';
import { addressOf } from './texts.js';

async function plan(state, config) {
  await takeTime(state.pace, config);
  const again = state.published === null && state.revision > 0;
  const revision = again ? state.revision + 1 : 1;
  const outline = state.changes.length > 2 ? ['Highlights', 'Fixes'] : ['What is new'];
  return {
    outline,
    revision,
    approved: false,
    published: null,
    ...(again ? {} : { note: '', text: '' }),
    log: `plan: ${outline.join(', ')}`,
  };
}

async function review(state, config) {
  const answer = interrupt({
    question: `Publish "${state.topic}"?`,
    text: state.text,
    checks: state.checks,
    revision: state.revision,
    answer_with: { approved: true, note: 'what to change, when it is not approved' },
  });
  await takeTime(state.pace / 4, config);
  const { approved, note } = understood(answer);
  return { approved, note, log: `review: ${approved ? 'approved' : 'again'}${note ? ` (${note})` : ''}` };
}

/** `true`, `{ approved, note }`, or text: text alone requests another round. */
function understood(answer) {
  if (typeof answer === 'boolean') return { approved: answer, note: '' };
  if (typeof answer === 'string') return { approved: false, note: answer };
  return { approved: answer?.approved === true, note: String(answer?.note ?? '') };
}

async function publish(state, config) {
  await takeTime(state.pace, config);
  const address = addressOf(state.topic);
  return {
    published: { title: state.topic, address, revision: state.revision },
    log: `publish: ${address}`,
  };
}

export const graph = new StateGraph({ state: WriterState, input: WriterInput })
  .addNode('plan', plan)
  .addNode('write', write)
  .addNode('review', review)
  .addNode('publish', publish)
  .addEdge(START, 'plan')
  .addEdge('plan', 'write')
  .addEdge('write', 'review')
  .addConditionalEdges('review', (state) => (state.approved ? 'approved' : 'again'), {
    again: 'plan',
    approved: 'publish',
  })
  .addEdge('publish', END)
  .compile();
