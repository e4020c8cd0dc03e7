import { toJsonPointer } from 'exact-json';
import { Field } from '../../ui/controls/Field.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import {
  precedingCalls,
  editableRoles,
  setToolCallId,
  setCallArgs,
  setContent,
  setRole,
} from './message-edits.ts';
import { JsonPartEditor } from './JsonPartEditor.tsx';
import styles from './messages.module.css';
import type { StateDraft } from '../edit/use-state-draft.ts';
import type { StateMessage } from './message-list.ts';

export interface MessageEditProps {
  readonly stateKey: string;
  readonly message: StateMessage;
  readonly messages: readonly StateMessage[];
  readonly draftKeyParts: readonly string[];
  readonly edited: StateDraft;
  readonly mark: 'new' | 'changed' | null;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly picked: boolean;
  readonly onPick: (picked: boolean) => void;
  readonly onInsert: (index: number) => void;
  readonly onRemove: () => void;
}

export function MessageFields(
  props: Pick<MessageEditProps, 'stateKey' | 'message' | 'messages' | 'draftKeyParts' | 'edited'>,
) {
  const { stateKey: key, message, messages, draftKeyParts, edited } = props;
  const { index, role, summary, contentText, calls, answers, id } = message;
  const answerable = precedingCalls(messages, index);
  const roles = [...new Set([role, ...editableRoles])];
  const partName = (part: string): string => toJsonPointer([key, id ?? index, part]);
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        <span aria-hidden="true">role</span>
        <Select
          label="Role"
          value={role}
          onChange={(next) => {
            const nextRole = editableRoles.find((one) => one === next);
            if (nextRole) edited.apply(setRole(key, message, nextRole, answerable[0] ?? null));
          }}
          options={roles.map((one) => {
            const noCall = one === 'tool' && role !== 'tool' && answerable.length === 0 && answers === null;
            return {
              value: one,
              label: one,
              disabled: noCall,
              ...(noCall ? { detail: 'No message before it calls a tool' } : {}),
            };
          })}
        />
      </div>
      {role === 'tool' ? (
        <div className={styles.pair}>
          <span aria-hidden="true">answers</span>
          <Select
            label="Answers the call"
            value={answers}
            placeholder="no call"
            onChange={(callId) => edited.apply([setToolCallId(key, message, callId)])}
            options={[...new Set([...(answers === null ? [] : [answers]), ...answerable])].map((callId) => ({
              value: callId,
              label: callId,
            }))}
          />
        </div>
      ) : null}
      {summary === null ? (
        <JsonPartEditor
          label={`Content of message ${index + 1}, as JSON`}
          draftKeyParts={draftKeyParts}
          name={partName('content')}
          valueText={contentText}
          onChange={(text) => edited.typeInto(setContent(key, index, text))}
        />
      ) : (
        <Field label={`Content of message ${index + 1}`} hideLabel>
          {(control) => (
            <textarea
              {...control}
              className={styles.text}
              rows={4}
              value={summary}
              onChange={(event) =>
                edited.typeInto(setContent(key, index, JSON.stringify(event.target.value)))
              }
            />
          )}
        </Field>
      )}
      {calls.map((call, position) => (
        <div key={call.id ?? position} className={styles.call}>
          <span>
            calls <code>{call.name}</code> with
          </span>
          <JsonPartEditor
            label={`Arguments of ${call.name}`}
            draftKeyParts={draftKeyParts}
            name={partName(`call ${position}`)}
            valueText={call.argsText}
            onChange={(text) => edited.typeInto(setCallArgs(key, index, position, text))}
          />
        </div>
      ))}
    </div>
  );
}
