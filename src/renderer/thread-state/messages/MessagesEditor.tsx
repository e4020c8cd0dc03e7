import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { memberText, sameJson, type JsonEdit } from 'exact-json';
import { Button } from '../../ui/controls/Button.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import type { StateDraft } from '../edit/use-state-draft.ts';
import { insertMessage, removeMessages, newMessageId } from './message-edits.ts';
import { readStateMessages, editByIdProblem } from './message-list.ts';
import { MessageEdit } from './MessageEdit.tsx';
import { MessageRows } from './MessageRows.tsx';
import styles from './messages.module.css';

interface MessagesEditorProps {
  readonly edited: StateDraft;
  readonly draftKeyParts: readonly string[];
  readonly valuesText: string;
  readonly keys: readonly string[];
  readonly first: { readonly key: string; readonly id: string | null } | null;
}

export function MessagesEditor({ edited, draftKeyParts, valuesText, keys, first }: MessagesEditorProps) {
  const [chosen, setChosen] = useState(first?.key ?? null);
  const key = chosen !== null && keys.includes(chosen) ? chosen : (keys[0] ?? 'messages');
  const listText = memberText(edited.text, key);
  const messages = useMemo(() => (listText === null ? null : readStateMessages(listText)), [listText]);
  const before = useMemo(
    () => readStateMessages(memberText(valuesText, key) ?? '[]') ?? [],
    [valuesText, key],
  );
  const [open, setOpen] = useState(first?.id ?? null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string | null>(null);
  const why = messages === null ? 'This key is no longer a list of messages.' : editByIdProblem(messages);
  if (messages === null || why !== null) return <p className={styles.note}>{why} Edit it as JSON.</p>;

  const make = (edits: readonly JsonEdit[]): void => setProblem(edited.apply(edits));
  const insertAt = (index: number): void => {
    const id = newMessageId();
    make([insertMessage(key, index, id)]);
    setOpen(id);
  };
  const chosenOnes = messages.filter(({ id }) => id !== null && picked.has(id)).map(({ index }) => index);
  const markOf = (id: string, text: string): 'new' | 'changed' | null => {
    const old = before.find((message) => message.id === id);
    if (!old) return 'new';
    return old.text === text || sameJson(old.text, text) ? null : 'changed';
  };
  return (
    <div className={styles.editor}>
      <div className={styles.bar}>
        {keys.length > 1 ? (
          <Select
            label="Messages of"
            value={key}
            onChange={setChosen}
            options={keys.map((one) => ({ value: one, label: one }))}
          />
        ) : null}
        <Button size="small" onClick={() => insertAt(messages.length)}>
          Add at the end
        </Button>
        <span className={styles.apart}>
          {chosenOnes.length > 0 ? (
            <Button
              size="small"
              icon={<Trash2 size={13} aria-hidden />}
              onClick={() => {
                make(removeMessages(key, chosenOnes));
                setPicked(new Set());
              }}
            >
              Remove {chosenOnes.length}
            </Button>
          ) : null}
          <Button
            size="small"
            variant="ghost"
            disabled={messages.length === 0}
            onClick={() => make([{ kind: 'set', path: [key], valueText: '[]' }])}
          >
            Remove all
          </Button>
        </span>
      </div>
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {messages.length === 0 ? (
        <p className={styles.note}>No messages. Saving clears the list.</p>
      ) : (
        <MessageRows
          label="Edited messages"
          keys={messages.map(({ id, index }) => id ?? String(index))}
          start={open === null ? null : messages.findIndex(({ id }) => id === open)}
          renderRow={(index) => {
            const message = messages[index];
            const id = message?.id ?? null;
            if (!message || id === null) return null;
            return (
              <MessageEdit
                stateKey={key}
                message={message}
                messages={messages}
                draftKeyParts={draftKeyParts}
                edited={edited}
                mark={markOf(id, message.text)}
                open={open === id}
                onOpen={(wanted) => setOpen(wanted ? id : null)}
                picked={picked.has(id)}
                onPick={(on) =>
                  setPicked((all) => new Set(on ? [...all, id] : [...all].filter((one) => one !== id)))
                }
                onInsert={insertAt}
                onRemove={() => make(removeMessages(key, [index]))}
              />
            );
          }}
        />
      )}
    </div>
  );
}
