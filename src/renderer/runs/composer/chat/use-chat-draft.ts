import { useMemo } from 'react';
import { draftKey, useDraft } from '../../../client/drafts.ts';
import { isObject, itemsOf, parseJson, textOf } from '../../frame-json.ts';
import type { Attachment } from './chat-message.ts';

export interface ChatDraft {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

const nothing: ChatDraft = { text: '', attachments: [] };

/** The message that is being written to an assistant, with what goes along. */
export function useChatDraft(connectionId: string, assistantId: string) {
  const [stored, write] = useDraft(draftKey('chat', connectionId, assistantId));
  const draft = useMemo(() => parseDraft(stored), [stored]);
  const change = (next: Partial<ChatDraft>): void => {
    const changed = { ...draft, ...next };
    write(changed.text === '' && changed.attachments.length === 0 ? null : JSON.stringify(changed));
  };
  return [draft, change] as const;
}

function parseDraft(stored: string | null): ChatDraft {
  const parsed = stored === null ? undefined : parseJson(stored);
  if (!isObject(parsed)) return nothing;
  return {
    text: textOf(parsed['text']) ?? '',
    attachments: itemsOf(parsed['attachments']).filter(isAttachment),
  };
}

function isAttachment(value: unknown): value is Attachment {
  return (
    isObject(value) &&
    ['name', 'mimeType', 'data'].every((key) => typeof value[key] === 'string') &&
    typeof value['bytes'] === 'number'
  );
}
