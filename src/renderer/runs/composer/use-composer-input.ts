import { useMemo, useState } from 'react';
import type { AssistantSchemas } from '../../../shared/model/assistant.ts';
import { draftKey, useDraft, readDraft, writeDraft } from '../../storage/drafts.ts';
import { readSchema } from '../../ui/schema/read-schema.ts';
import { messageInputKeys } from '../messages/message-input-keys.ts';
import { schemaTemplate } from '../../ui/schema/schema-template.ts';
import { useValidationError, type ValidationError } from '../../ui/schema/use-validation-error.ts';
import { describeJsonError } from '../json-error.ts';
import { useSchemas } from '../../queries/shared-queries.ts';
import { declaredBlocks, type DeclaredBlock } from '../messages/content-blocks.ts';
import { chatInput, humanMessage, withoutConversations } from '../messages/chat-message.ts';
import { useChatDraft, type ChangeOfDraft, type ChatDraft } from '../messages/use-chat-draft.ts';
import { useInputHistory } from './input-history.ts';

export type InputMode = 'form' | 'json' | 'chat';

export interface InputModes {
  /** `null` until someone picks one or the schema, which suggests one, has loaded. */
  readonly mode: InputMode | null;
  readonly choose: (mode: InputMode) => void;
  /** Keeps the mode once someone types, whatever the schema suggests later. */
  readonly keepMode: () => void;
  readonly messagesKey: string;
  readonly messagesKeys: readonly string[];
  readonly chooseKey: (key: string) => void;
  readonly hasMessages: boolean;
}

const allModes: readonly InputMode[] = ['form', 'json', 'chat'];

/** The input mode of an assistant: the last used one, or else the first suggestion of its schema. */
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

  // A schema that changes while someone types must not switch the editor.
  const assistantKey = `${connectionId} ${assistantId}`;
  const [first, setFirst] = useState<{ readonly place: string; readonly mode: InputMode } | null>(null);
  const inputMode = first?.place === assistantKey ? first.mode : null;
  if (inputMode === null && schemas !== null) setFirst({ place: assistantKey, mode: suggested });

  const mode = allModes.find((one) => one === stored) ?? inputMode ?? (isLoading ? null : suggested);
  return {
    mode,
    choose: write,
    keepMode: () => {
      if (mode !== null && inputMode === null) setFirst({ place: assistantKey, mode });
    },
    messagesKey: keys.find((key) => key === storedKey) ?? keys[0] ?? 'messages',
    messagesKeys: keys,
    chooseKey: writeKey,
    hasMessages,
  };
}

export interface ComposerInput extends InputModes {
  readonly schemaText: string | null;
  readonly isLoading: boolean;
  /** The whole input as JSON, without the message draft. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly past: readonly string[];
  /** Fills in every member with its default or an empty value. */
  readonly useTemplate: () => void;
  readonly chat: ChatDraft;
  readonly blocks: readonly DeclaredBlock[] | null;
  readonly setChat: (next: ChangeOfDraft) => void;
  readonly sent: string | null;
  readonly problem: string | null;
  /** Schema violations. They don't prevent sending, because the server decides. */
  readonly bySchema: ValidationError;
  /** Reports form text that is not a valid value yet. */
  // As in `SchemaFormProps`.
  readonly formId: string;
  readonly onFormProblem: (problem: string | null) => void;
  readonly onSent: () => void;
}

/** `only`: the mode of an editor that has just one; else the chosen mode. */
export function useComposerInput(
  connectionId: string,
  assistantId: string,
  only: InputMode | null = null,
): ComposerInput {
  const schemas = useSchemas(connectionId, assistantId);
  const schemaText = schemas.data?.inputText ?? null;
  const isLoading = schemas.isPending;
  const chosen = useInputMode(connectionId, assistantId, schemas.data ?? null, isLoading);
  const modes = only === null ? chosen : { ...chosen, mode: only };
  const formId = draftKey('input', connectionId, assistantId);
  const [draft, setDraft] = useDraft(formId);
  const [chat, setChat, forgetChat] = useChatDraft(connectionId, assistantId);
  const blocks = useMemo(
    () => declaredBlocks(schemaText, modes.messagesKey),
    [schemaText, modes.messagesKey],
  );
  const past = useInputHistory(connectionId, assistantId);
  const [formProblem, onFormProblem] = useState<string | null>(null);

  const setText = (next: string): void => {
    modes.keepMode();
    setDraft(next);
  };
  const isChat = modes.mode === 'chat';
  const start = past[0] ?? (isLoading ? '' : schemaTemplate(schemaText, false));
  // Only text that a person typed is sent with a message in another conversation.
  const text =
    draft ?? (isChat ? withoutConversations(start, modes.hasMessages ? modes.messagesKeys : []) : start);
  const isEmpty = isChat ? chat.text.trim() === '' && chat.attachments.length === 0 : text === '';
  const wrong = isChat || (isLoading && text === '') ? null : describeJsonError(text);
  // Without the schema, the member of the conversation is unknown.
  const noWay = isChat && isLoading ? 'The schema is still loading. Only JSON can be sent until then.' : null;
  const bySchema = useValidationError(schemaText, wrong === null ? text : '');
  return {
    ...modes,
    blocks,
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
        ? chatInput(text, modes.messagesKey, humanMessage(chat.text, chat.attachments, blocks))
        : text,
    problem: wrong ?? noWay ?? (modes.mode === 'form' ? formProblem : null),
    bySchema,
    formId,
    onFormProblem,
    onSent: () => {
      // A sent message is part of the conversation; other inputs stay, for the next run.
      if (isChat) forgetChat();
    },
  };
}

/** Loads an input into the composer, in a mode that shows all of it. */
export function loadInput(connectionId: string, assistantId: string, text: string): void {
  writeDraft(draftKey('input', connectionId, assistantId), text);
  const mode = draftKey('input-mode', connectionId, assistantId);
  if (readDraft(mode) !== 'form') writeDraft(mode, 'json');
}
