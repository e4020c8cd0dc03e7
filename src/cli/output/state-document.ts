import type { PendingInterrupt } from '../../shared/model/thread.ts';
import type { AskingState, OpenQuestion } from '../session/open-questions.ts';
import { RawJson } from './json-document.ts';

export function stateDocument({ state, questions }: AskingState) {
  const { valuesText, metadataText, interrupts: _asked, answered, tasks, ...rest } = state;
  return {
    ...rest,
    tasks: tasks.map(({ id, nodeId, error, waiting, finished }) => ({
      id,
      nodeId,
      error,
      waiting,
      finished,
    })),
    interrupts: questions.map(questionDocument),
    answered: answered?.map(interruptDocument),
    values: new RawJson(valuesText),
    metadata: new RawJson(metadataText),
  };
}

/**
 * `question`: how an answer names it. `perhapsAnswered`: the server does not say whether it still waits. `toolCalls`:
 * the tool calls that an answer runs again.
 */
export function questionDocument({ interrupt, question }: OpenQuestion) {
  const { id, nodeId, valueText, perhapsAnswered, toolCalls } = interrupt;
  return { id, question, nodeId, value: new RawJson(valueText), perhapsAnswered, toolCalls };
}

function interruptDocument({ id, nodeId, valueText }: PendingInterrupt) {
  return { id, nodeId, value: new RawJson(valueText) };
}
