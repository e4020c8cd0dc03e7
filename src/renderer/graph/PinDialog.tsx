import { useMemo, useState } from 'react';
import { formatJson, memberTexts } from 'exact-json';
import { stateSchemaKeys } from '../../shared/state-schema-keys.ts';
import { useSchemas } from '../queries/shared-queries.ts';
import { outputProblem, type Pins } from '../shared-ui/stored-pins.ts';
import { Button } from '../ui/controls/Button.tsx';
import { shortId } from '../ui/display/format.ts';
import { JsonEditor } from '../ui/json-editor/JsonEditor.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { LeaveButton } from '../ui/popups/LeaveButton.tsx';
import { useConfirmLeave } from '../ui/popups/use-confirm-leave.ts';
import styles from './BreakpointsDialog.module.css';

export interface PinDialogProps {
  readonly pins: Pins;
  readonly nodeId: string;
  readonly connectionId: string;
  readonly assistantId: string;
  readonly onClose: () => void;
}

/** Types the output that runs write as a node, or edits the one that is pinned. */
export function PinDialog({ pins, nodeId, connectionId, assistantId, onClose }: PinDialogProps) {
  const pinned = pins.all.find((pin) => pin.nodeId === nodeId) ?? null;
  const firstText = pinned === null ? '{}' : readable(pinned.outputText);
  const [text, setText] = useState(firstText);
  const leaving = useConfirmLeave(text !== firstText, onClose);
  const [refused, setRefused] = useState<string | null>(null);
  const schemaText = useSchemas(connectionId, assistantId).data?.stateText ?? null;
  const stateKeys = useMemo(() => stateSchemaKeys(schemaText), [schemaText]);
  // Completes keys. Their types are those of the state: a reducer may take others.
  const keysOnly = useMemo(
    () => stateKeys && JSON.stringify({ properties: Object.fromEntries(stateKeys.map((key) => [key, {}])) }),
    [stateKeys],
  );
  const problem = outputProblem(text);
  const unknown = problem === null ? unknownKeys(text, stateKeys) : [];
  const source = pinned !== null && readable(pinned.outputText) === text ? pinned.source : null;
  const save = (): void => {
    if (problem !== null) return;
    const why = pins.put({ nodeId, outputText: text.trim(), source });
    if (why === null) onClose();
    else setRefused(why);
  };
  return (
    <Dialog
      open
      width={560}
      title={pinned === null ? `Pin an output of ${nodeId}` : `Edit the pin of ${nodeId}`}
      description={`Runs write this as ${nodeId} and go on after it. The node itself does not run.`}
      onOpenChange={leaving.leave}
      footer={
        <>
          {pinned === null ? null : (
            <Button
              onClick={() => {
                pins.remove(nodeId);
                onClose();
              }}
            >
              Unpin
            </Button>
          )}
          <span className={styles.space} />
          <LeaveButton
            leaving={leaving}
            unsaved={pinned === null ? 'The output is not pinned.' : 'Your changes are not saved.'}
            discardLabel={pinned === null ? 'Discard output' : 'Discard changes'}
          />
          <Button variant="primary" disabled={problem !== null} onClick={save}>
            {pinned === null ? 'Pin' : 'Save'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <JsonEditor
          label={`Output of ${nodeId}`}
          value={text}
          onChange={(next) => {
            leaving.stay();
            setText(next);
            setRefused(null);
          }}
          schemaText={keysOnly}
          minHeight={120}
          maxHeight={320}
          onSubmit={save}
        />
        {problem === null && refused === null ? null : (
          <p className={styles.problem} role="alert">
            {problem ?? refused}
          </p>
        )}
        <p className={styles.note}>
          {unknown.length > 0
            ? `The state has no key ${joinKeys(unknown.map((key) => `“${key}”`))}: servers ignore others. `
            : ''}
          {stateKeys === null ? '' : `The state has ${joinKeys(stateKeys)}. `}
          {source === null
            ? ''
            : `Taken from thread ${shortId(source.threadId)}, checkpoint ${shortId(source.checkpointId)}. `}
          Edges decide what runs next: a jump that the node made by itself is not repeated.
        </p>
      </div>
    </Dialog>
  );
}

// Longest text that is formatted: a longer one stays as it is.
const maxFormatted = 200_000;

function readable(text: string): string {
  return text.length > maxFormatted ? text : formatJson(text);
}

function unknownKeys(text: string, stateKeys: readonly string[] | null): readonly string[] {
  if (stateKeys === null || !text.trimStart().startsWith('{')) return [];
  return memberTexts(text)
    .map(({ key }) => key)
    .filter((key) => !stateKeys.includes(key));
}

const maxKeys = 12;

function joinKeys(keys: readonly string[]): string {
  const unnamedCount = keys.length - maxKeys;
  return `${keys.slice(0, maxKeys).join(', ')}${unnamedCount > 0 ? ` and ${unnamedCount.toLocaleString('en')} more` : ''}`;
}
