import { useMemo, useState } from 'react';
import type { AssistantSchemas } from '../../../shared/model/assistant.ts';
import { draftKey, useDraft } from '../../storage/drafts.ts';
import { readSchema } from '../../ui/schema/read-schema.ts';
import { messageInputKeys } from './chat/message-input-keys.ts';

/** How the input of a run is written. */
export type InputMode = 'form' | 'json' | 'chat';

export interface InputModes {
  /** `null` while nobody chose one and the schema, which suggests one, is being read. */
  readonly mode: InputMode | null;
  readonly choose: (mode: InputMode) => void;
  /** Called when somebody writes: what the schema suggests later changes nothing any more. */
  readonly keepMode: () => void;
  /** The member that messages go to. */
  readonly messagesKey: string;
  /** The members that they could go to; one where there is nothing to choose. */
  readonly messagesKeys: readonly string[];
  readonly chooseKey: (key: string) => void;
  /** Whether the schema itself names a conversation. */
  readonly hasMessages: boolean;
}

const modes: readonly InputMode[] = ['form', 'json', 'chat'];

/** How the input of an assistant is written: as it was last, else in the way that its schema suggested first. */
export function useInputMode(
  connectionId: string,
  assistantId: string,
  schemas: AssistantSchemas | null,
  isLoading: boolean,
): InputModes {
  const [stored, write] = useDraft(draftKey('input-mode', connectionId, assistantId));
  const [storedKey, writeKey] = useDraft(draftKey('chat-key', connectionId, assistantId));
  const inputText = schemas?.inputText ?? null;
  const stateText = schemas?.stateText ?? null;
  const facts = useMemo(() => {
    const { named, possible } = messageInputKeys(inputText, stateText);
    const field = readSchema(inputText);
    const hasForm = field?.kind === 'object' && field.members.length > 0;
    const suggested: InputMode = named.length > 0 ? 'chat' : hasForm ? 'form' : 'json';
    return { keys: named.length > 0 ? named : possible, hasMessages: named.length > 0, suggested };
  }, [inputText, stateText]);
  const { keys, hasMessages, suggested } = facts;

  // A schema that changes while somebody writes must not take the editor away.
  const place = `${connectionId} ${assistantId}`;
  const [first, setFirst] = useState<{ readonly place: string; readonly mode: InputMode } | null>(null);
  const known = first?.place === place ? first.mode : null;
  if (known === null && schemas !== null) setFirst({ place, mode: suggested });

  const mode = modes.find((one) => one === stored) ?? known ?? (isLoading ? null : suggested);
  return {
    mode,
    choose: write,
    keepMode: () => {
      if (mode !== null && known === null) setFirst({ place, mode });
    },
    messagesKey: keys.find((key) => key === storedKey) ?? keys[0] ?? 'messages',
    messagesKeys: keys,
    chooseKey: writeKey,
    hasMessages,
  };
}
