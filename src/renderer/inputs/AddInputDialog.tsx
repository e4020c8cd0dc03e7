import { useState } from 'react';
import type { Check } from '../../shared/inputs/check.ts';
import { withChecks } from '../../shared/inputs/format-input.ts';
import { parseInput } from '../../shared/inputs/parse-input.ts';
import type { InputSource } from '../../shared/model/input-file.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Switch } from '../ui/controls/Switch.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { showToast } from '../ui/popups/toast-store.ts';
import { InputNameDialog } from './InputNameDialog.tsx';
import { ChooseInputsFolder } from './ChooseInputsFolder.tsx';
import { freePath } from './free-path.ts';
import { useInputDraft, useInputs, useSaveInput } from './queries.ts';
import styles from './InputsView.module.css';

export interface AddInputDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly source: InputSource;
  readonly onClose: () => void;
  readonly onTest: (path: string) => void;
}

// Characters of the preview.
const maxPreviewLength = 20_000;

export function AddInputDialog({ connectionId, serverName, source, onClose, onTest }: AddInputDialogProps) {
  const draft = useInputDraft(connectionId, source);
  const [isObserved, setObserved] = useState(false);
  const [isRecorded, setRecorded] = useState(false);
  const [isTested, setTested] = useState(false);
  const inputs = useInputs(connectionId);
  const save = useSaveInput(connectionId);
  const error = draft.error ?? inputs.error;
  if (error || !draft.data || !inputs.data) {
    return (
      <Dialog
        open
        onOpenChange={(open) => (open ? undefined : onClose())}
        title="Add to inputs"
        footer={<Button onClick={onClose}>Close</Button>}
      >
        {error ? (
          <ErrorNotice
            action={null}
            error={error}
            onRetry={() => void Promise.all([draft.refetch(), inputs.refetch()])}
          />
        ) : (
          <Loading>Reading what is kept</Loading>
        )}
      </Dialog>
    );
  }
  const { folder, files } = inputs.data;
  if (folder === null) {
    return (
      <ChooseInputsFolder
        title="Add to inputs"
        connectionId={connectionId}
        serverName={serverName}
        onClose={onClose}
      />
    );
  }
  const { graph, name, notes, observedText, recordedText } = draft.data;
  const checks = [
    ...(isObserved ? checksOf(observedText) : []),
    ...(isRecorded ? checksOf(recordedText) : []),
  ];
  const text = withChecks(draft.data.text, checks);
  const usedPaths = new Set(files.map(({ path }) => path));
  return (
    <InputNameDialog
      title="Add to inputs"
      description={`Saved in ${folder.folder}`}
      initialPath={freePath(graph, name, usedPaths)}
      confirmLabel="Save input"
      busy={save.isPending ? 'Saving' : null}
      error={save.error}
      width={640}
      onClose={onClose}
      onConfirm={(path) =>
        save.mutate(
          { path, text, expected: null },
          {
            onSuccess: () => {
              showToast(`Saved ${path}.`, 'ok');
              if (isTested) onTest(path);
              else onClose();
            },
          },
        )
      }
    >
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {observedText === null ? null : (
        <Switch
          label="Check that it ends as this run did, through the same nodes"
          checked={isObserved}
          onChange={setObserved}
        />
      )}
      {recordedText === null ? null : (
        <Switch
          label="Check that it ends with the same state, ignoring message IDs"
          checked={isRecorded}
          onChange={setRecorded}
        />
      )}
      <Switch label="Then write a regression test" checked={isTested} onChange={setTested} />
      <CodeText
        label="Preview of the file"
        text={text.length > maxPreviewLength ? `${text.slice(0, maxPreviewLength)}\n…` : text}
        wrap
        maxHeight={240}
      />
    </InputNameDialog>
  );
}

function checksOf(text: string | null): readonly Check[] {
  return text === null ? [] : (parseInput(text).input?.checks ?? []);
}
