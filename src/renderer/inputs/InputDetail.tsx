import { Copy, Pencil, Trash2 } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { withChecks } from '../../shared/inputs/format-input.ts';
import { parseInput } from '../../shared/inputs/parse-input.ts';
import type { InputText } from '../../shared/model/input-file.ts';
import { useDraft } from '../storage/drafts.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { JsonEditor } from '../ui/json-editor/JsonEditor.tsx';
import { DetailPane } from '../ui/resource-view/DetailPane.tsx';
import { CheckList } from './CheckList.tsx';
import { inputDraftKey, parseInputDraft, serializeInputDraft } from './input-drafts.ts';
import { useInput, useSaveInput } from './queries.ts';
import styles from './InputsView.module.css';

export interface InputDetailProps {
  readonly connectionId: string;
  readonly path: string;
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
  readonly actions: ReactNode;
}

export function InputDetail(props: InputDetailProps) {
  const { connectionId, path } = props;
  const { data, error, refetch } = useInput(connectionId, path);
  return (
    <DetailPane
      label="Input"
      title={path.replace(/\.json$/, '')}
      actions={
        <>
          {props.actions}
          <IconButton
            size="small"
            label="Rename input"
            icon={<Pencil size={14} aria-hidden />}
            onClick={props.onRename}
          />
          <IconButton
            size="small"
            label="Duplicate input"
            icon={<Copy size={14} aria-hidden />}
            onClick={props.onDuplicate}
          />
          <IconButton
            size="small"
            label="Delete input"
            icon={<Trash2 size={14} aria-hidden />}
            onClick={props.onDelete}
          />
        </>
      }
    >
      {error ? (
        <ErrorNotice action={null} error={error} onRetry={() => void refetch()} retryLabel="Read again" />
      ) : null}
      {data ? (
        <InputEditor key={`${connectionId} ${path}`} connectionId={connectionId} file={data} />
      ) : error ? null : (
        <Loading>Reading the input</Loading>
      )}
    </DetailPane>
  );
}

function InputEditor({ connectionId, file }: { readonly connectionId: string; readonly file: InputText }) {
  const { path, revision } = file;
  const [stored, store] = useDraft(inputDraftKey(connectionId, path));
  const draft = useMemo(() => parseInputDraft(stored), [stored]);
  const save = useSaveInput(connectionId);
  const text = draft?.text ?? file.text;
  const { input, problem } = useMemo(() => parseInput(text), [text]);
  const edit = (next: string): void => {
    // While another text is being saved, this one is an edit of that.
    if (!save.isPending) save.reset();
    const isUnchanged = next === file.text && !save.isPending;
    store(isUnchanged ? null : serializeInputDraft({ base: draft?.base ?? revision, text: next }));
  };
  const write = (expected: string): void => {
    if (!save.isPending) save.mutate({ path, text, expected });
  };
  const isChangedOutside = draft !== null && draft.base !== revision && !save.isPending;
  return (
    <>
      {isChangedOutside ? (
        <div className={styles.notice} role="alert">
          <span>This file was changed outside the studio. Your text is not saved.</span>
          <Button size="small" onClick={() => store(null)}>
            Load file
          </Button>
          <Button size="small" variant="danger" disabled={problem !== null} onClick={() => write(revision)}>
            Overwrite file
          </Button>
        </div>
      ) : null}
      <div className={styles.editor}>
        <JsonEditor
          label={`Text of ${path}`}
          value={text}
          onChange={edit}
          onSubmit={() => draft !== null && problem === null && write(draft.base)}
        />
      </div>
      {problem === null ? null : (
        <p className={styles.problem} role="status">
          {`Line ${problem.line}, column ${problem.column}: ${problem.message}`}
        </p>
      )}
      {save.error && !isChangedOutside ? <ErrorNotice action="Could not save" error={save.error} /> : null}
      <div className={styles.formActions}>
        <Button
          size="small"
          variant="primary"
          disabled={draft === null || problem !== null || isChangedOutside}
          busy={save.isPending ? 'Saving' : null}
          onClick={() => draft && write(draft.base)}
        >
          Save
        </Button>
        <Button size="small" disabled={draft === null} onClick={() => edit(file.text)}>
          Discard changes
        </Button>
        <span className={styles.quiet} role="status">
          {draft === null ? '' : 'Changes are not saved.'}
        </span>
      </div>
      {input === null ? null : (
        <CheckList
          editId={inputDraftKey(connectionId, path)}
          checks={input.checks}
          onChange={(checks) => edit(withChecks(text, checks))}
          note="Without checks, a run passes if it does not fail. Checks test its result, and are saved in the file."
        />
      )}
    </>
  );
}
