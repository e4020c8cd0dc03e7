import { useMemo } from 'react';
import { draftKey, useDraft } from '../../client/drafts.ts';
import { readSchema } from '../../ui/schema-form/read-schema.ts';
import { messagesKey } from './chat/chat-message.ts';

/** How the input of a run is written. */
export type InputMode = 'form' | 'json' | 'chat';

export interface InputModes {
  readonly mode: InputMode;
  readonly choose: (mode: InputMode) => void;
  /** The member that messages go to. */
  readonly messagesKey: string;
  /** Whether the schema itself names a conversation. */
  readonly hasMessages: boolean;
}

const modes: readonly InputMode[] = ['form', 'json', 'chat'];

/** How the input of an assistant is written: as it was last, else in the way that its schema suggests. */
export function useInputMode(
  connectionId: string,
  assistantId: string,
  schemaText: string | null,
): InputModes {
  const [stored, write] = useDraft(draftKey('input-mode', connectionId, assistantId));
  const facts = useMemo(() => {
    const key = messagesKey(schemaText);
    const field = readSchema(schemaText);
    const hasForm = field?.kind === 'object' && field.members.length > 0;
    const suggested: InputMode = key !== null ? 'chat' : hasForm ? 'form' : 'json';
    return { key, suggested };
  }, [schemaText]);
  return {
    mode: modes.find((mode) => mode === stored) ?? facts.suggested,
    choose: write,
    messagesKey: facts.key ?? 'messages',
    hasMessages: facts.key !== null,
  };
}
