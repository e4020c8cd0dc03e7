import { useMemo, useState } from 'react';
import type { AssistantSchemas } from '../../../shared/model/assistant.ts';
import { draftKey, useDraft, readDraft, writeDraft } from '../../storage/drafts.ts';
import { readSchema } from '../../ui/schema/read-schema.ts';
import { messageInputKeys } from './chat/message-input-keys.ts';
import { schemaTemplate } from '../../ui/schema/schema-template.ts';
import { useValidationError, type ValidationError } from '../../ui/schema-check/use-validation-error.ts';
import { describeJsonError } from '../json-error.ts';
import { useSchemas } from '../queries.ts';
import { chatInput, humanMessage, withoutConversations } from './chat/chat-message.ts';
import { useChatDraft, type ChatDraft } from './chat/use-chat-draft.ts';
import { useInputHistory } from './input-history.ts';

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

const allModes: readonly InputMode[] = ['form', 'json', 'chat'];

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

  const mode = allModes.find((one) => one === stored) ?? known ?? (isLoading ? null : suggested);
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

/** The input of the next run, however it is written. */
export interface ComposerInput extends InputModes {
  readonly schemaText: string | null;
  readonly isLoading: boolean;
  /** The whole input as JSON, without the message that is being written. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly past: readonly string[];
  /** Every member, empty or with its default. */
  readonly useTemplate: () => void;
  readonly chat: ChatDraft;
  readonly setChat: (next: Partial<ChatDraft>) => void;
  /** What a run is started with; `null` while there is nothing to send. */
  readonly sent: string | null;
  /** What is wrong with it; `null` when it can be sent. */
  readonly problem: string | null;
  /** What it does against the schema. It can be sent all the same: servers take it, and the graph may refuse it. */
  readonly bySchema: ValidationError;
  /** Says what was typed into the form that fits nowhere yet. */
  readonly onFormProblem: (problem: string | null) => void;
  /** Called once a run took it. */
  readonly onSent: () => void;
}

export function useComposerInput(connectionId: string, assistantId: string): ComposerInput {
  const schemas = useSchemas(connectionId, assistantId);
  const schemaText = schemas.data?.inputText ?? null;
  const isLoading = schemas.isPending;
  const modes = useInputMode(connectionId, assistantId, schemas.data ?? null, isLoading);
  const [draft, setDraft] = useDraft(draftKey('input', connectionId, assistantId));
  const [chat, setChat] = useChatDraft(connectionId, assistantId);
  const past = useInputHistory(connectionId, assistantId);
  const [formProblem, onFormProblem] = useState<string | null>(null);

  const setText = (next: string): void => {
    modes.keepMode();
    setDraft(next);
  };
  const isChat = modes.mode === 'chat';
  const start = past[0] ?? (isLoading ? '' : schemaTemplate(schemaText, false));
  // Only what a person typed goes along with a message in another conversation.
  const text =
    draft ?? (isChat ? withoutConversations(start, modes.hasMessages ? modes.messagesKeys : []) : start);
  const isEmpty = isChat ? chat.text.trim() === '' && chat.attachments.length === 0 : text === '';
  const wrong = isChat || (isLoading && text === '') ? null : describeJsonError(text);
  // Until the schema is there, nobody knows which member a conversation is in.
  const noWay =
    isChat && isLoading ? 'The schema is still being read. Only JSON can be sent meanwhile.' : null;
  const bySchema = useValidationError(schemaText, wrong === null ? text : '');
  return {
    ...modes,
    schemaText,
    isLoading,
    text,
    setText,
    past,
    useTemplate: () => setText(schemaTemplate(schemaText, true)),
    chat,
    setChat: (next) => {
      modes.keepMode();
      setChat(next);
    },
    sent: isEmpty
      ? null
      : isChat
        ? chatInput(text, modes.messagesKey, humanMessage(chat.text, chat.attachments))
        : text,
    problem: wrong ?? noWay ?? (modes.mode === 'form' ? formProblem : null),
    bySchema,
    onFormProblem,
    onSent: () => {
      // What was said is in the conversation; inputs stay, to be changed and sent again.
      if (isChat) setChat({ text: '', attachments: [] });
    },
  };
}

/** Puts an input into the composer, to be changed and run; in a view that shows all of it. */
export function loadInput(connectionId: string, assistantId: string, text: string): void {
  writeDraft(draftKey('input', connectionId, assistantId), text);
  const mode = draftKey('input-mode', connectionId, assistantId);
  if (readDraft(mode) !== 'form') writeDraft(mode, 'json');
}
