import { elementTexts, memberText, memberTexts } from 'exact-json';
import type { ComparePart } from '../../shared/model/comparison.ts';
import type { ThreadState } from '../../shared/model/thread.ts';
import { knownText, unknownText, type Attempt, type SideText } from './side-content.ts';

type Parts = [ComparePart, SideText][];

export function stateParts(
  state: Attempt<ThreadState>,
  hasExpectedQuestions: (hasQuestions: boolean) => boolean = () => true,
): Parts {
  if (state.value === null) {
    const unknown = unknownText(state.problem);
    return [
      ['state', unknown],
      ['messages', unknown],
      ['interrupts', unknown],
    ];
  }
  const { valuesText, interrupts } = state.value;
  const questions = interrupts.map(
    ({ nodeId, valueText }) => `{"node":${JSON.stringify(nodeId)},"value":${valueText}}`,
  );
  return [
    ['state', knownText(valuesText)],
    ['messages', knownText(messagesOf(valuesText))],
    // Servers give each question a new ID, so that they would always differ.
    [
      'interrupts',
      hasExpectedQuestions(questions.length > 0) ? knownText(listText(questions)) : goneQuestions,
    ],
  ];
}

export const goneQuestions = unknownText(
  'The server no longer reports the question, because it was answered.',
);

export function listText(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : `[${texts.join(',')}]`;
}

// The list of messages of a state: under `messages`, else the first list of messages; `null` without one.
function messagesOf(valuesText: string): string | null {
  const usual = memberText(valuesText, 'messages');
  if (usual !== null && isMessageList(usual)) return usual;
  return memberTexts(valuesText).find(({ text }) => isMessageList(text))?.text ?? null;
}

function isMessageList(text: string): boolean {
  if (!text.startsWith('[')) return false;
  const [first] = elementTexts(text);
  return first !== undefined && memberText(first, 'type') !== null && memberText(first, 'content') !== null;
}

export function errorText(text: string | null): SideText {
  return knownText(text === null ? null : JSON.stringify(text));
}
