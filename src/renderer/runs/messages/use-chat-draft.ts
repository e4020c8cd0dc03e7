import { useMemo } from 'react';
import { draftKey, readDraft, useDraft } from '../../storage/drafts.ts';
import type { Attachment } from './chat-message.ts';
import { arrayOrEmpty, isRecord, stringOrNull } from '../../../shared/narrow.ts';
import { parseJson } from '../../../shared/parse-json.ts';

export interface ChatDraft {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** What changes of the draft as it is when this is called: files take a while to read. */
export type ChangeOfDraft = (now: ChatDraft) => Partial<ChatDraft>;

const nothing: ChatDraft = { text: '', attachments: [] };

export function useChatDraft(connectionId: string, assistantId: string) {
  const key = draftKey('chat', connectionId, assistantId);
  const [stored, write] = useDraft(key);
  const draft = useMemo(() => parseDraft(stored), [stored]);
  const change = (next: ChangeOfDraft): void => {
    const current = readDraft(key);
    const now = current === stored ? draft : parseDraft(current);
    const changed = { ...now, ...next(now) };
    write(changed.text === '' && changed.attachments.length === 0 ? null : JSON.stringify(changed));
  };
  // What was added since this draft was sent stays.
  const forget = (): void => {
    const sent = new Set(draft.attachments.map(({ name, data }) => `${name} ${data}`));
    change(({ text, attachments }) => ({
      text: text.startsWith(draft.text) ? text.slice(draft.text.length).trimStart() : text,
      attachments: attachments.filter(({ name, data }) => !sent.has(`${name} ${data}`)),
    }));
  };
  return [draft, change, forget] as const;
}

function parseDraft(stored: string | null): ChatDraft {
  const parsed = stored === null ? undefined : parseJson(stored);
  if (!isRecord(parsed)) return nothing;
  return {
    text: stringOrNull(parsed['text']) ?? '',
    attachments: arrayOrEmpty(parsed['attachments']).filter(isAttachment),
  };
}

function isAttachment(value: unknown): value is Attachment {
  return (
    isRecord(value) &&
    ['name', 'mimeType', 'data'].every((key) => typeof value[key] === 'string') &&
    typeof value['bytes'] === 'number'
  );
}
