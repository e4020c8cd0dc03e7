import { useMemo, useState } from 'react';
import type { StateUpdateResult } from '../../../shared/model/thread.ts';
import type { SubgraphRun } from '../../shared-ui/checkpoint.ts';
import { draftKey, useDraft } from '../../storage/drafts.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Chip } from '../../ui/display/Chip.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { PaneHeader } from '../../ui/controls/Toolbar.tsx';
import { asNodeProblem, noChangesText } from './as-node.ts';
import { AsNodeField } from './AsNodeField.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { useEditOptions } from './edit-options.ts';
import { EditActions } from './EditActions.tsx';
import { DraftEditor } from './DraftEditor.tsx';
import { EditProblems } from './EditProblems.tsx';
import {
  draftKeyParts,
  type EditBase,
  type RunAfterSave,
  type StateEditorProps,
  type EditedSubgraph,
} from './editor-props.ts';
import { useBranchSubgraph } from '../mutations.ts';
import { useSchemas } from '../../queries/shared-queries.ts';
import { UpdatePreview } from './UpdatePreview.tsx';
import { DiffList } from '../StateDiff.tsx';
import { useStateDraft } from './use-state-draft.ts';
import { messageListKeys } from '../messages/message-list.ts';
import { MessageStrategyField } from './MessageStrategyField.tsx';
import { buildUpdate } from './build-update.ts';
import { useSaveEdit } from './use-save-edit.ts';
import { useStateSchemaErrors } from './use-state-schema-errors.ts';
import { ApplyWhenIdle } from './ApplyWhenIdle.tsx';
import styles from '../state.module.css';
import { emptyAnalysis, analyzeEdit, type EditAnalysis } from './analyze-edit.ts';
import { useJsonJob } from '../use-json-job.ts';

interface EditFormProps extends StateEditorProps {
  readonly base: EditBase;
  readonly moved: boolean;
  readonly onClose: () => void;
  readonly onSaved: (result: StateUpdateResult, run: RunAfterSave) => void;
}

export function EditForm(props: EditFormProps) {
  const { connectionId, threadId, assistantId, base, moved, writers, onRun, onClose, onSaved } = props;
  const { checkpointId, subgraph } = base;
  const keyParts = useMemo(
    () => draftKeyParts(connectionId, threadId, checkpointId, subgraph),
    [connectionId, threadId, checkpointId, subgraph],
  );
  const edited = useStateDraft(keyParts, base.startText);
  const [, setIdleRequest] = useDraft(draftKey('state-when-idle', ...keyParts));
  const choices = useEditOptions(keyParts, base.asNode);
  const [preview, setPreview] = useState(false);
  const [override, setOverride] = useState(false);
  const [isStarting, setIsStarting] = useState(false);
  const branch = useBranchSubgraph(connectionId, threadId);
  // The schema is the root graph's; a subgraph has its own.
  const graphSchema = useSchemas(connectionId, assistantId).data?.stateText ?? null;
  const schemaText = base.subgraph ? null : graphSchema;

  const messages = useMemo(() => messageListKeys(base.valuesText, schemaText), [base.valuesText, schemaText]);

  const { text } = edited;
  const reading = useEditAnalysis(base.valuesText, text);
  const { edit, changes } = reading;
  const bySchema = useStateSchemaErrors(schemaText, changes);
  const { strategies } = choices;
  const changesOn = (newestText: string) => buildUpdate(base.valuesText, changes, strategies, newestText);
  const sent = useMemo(
    () => buildUpdate(base.valuesText, changes, strategies),
    [base.valuesText, changes, strategies],
  );
  // The writer of the edited state, not of a newer one.
  const writer = presetNode(base, writers);
  const [preset, setPreset] = useState(writer);
  if (!moved && preset !== writer) setPreset(writer);
  const asNode = choices.asNode === undefined ? preset : choices.asNode;

  const discard = (): void => {
    edited.discard();
    choices.forget();
    setIdleRequest(null);
  };
  const onWritten = async (result: StateUpdateResult, thenRun: boolean): Promise<void> => {
    const started = thenRun ? await startRun(result).then(() => null, asError) : null;
    setIsStarting(false);
    // The draft stays until everything is done, so that the view doesn't change meanwhile.
    discard();
    onSaved(result, { wasRequested: thenRun, problem: started });
  };
  const startRun = async ({ state }: StateUpdateResult): Promise<void> => {
    if (state.checkpointId === null) return;
    setIsStarting(true);
    // Servers can't start a run inside a subgraph, so it continues in a branch of the thread with this
    // subgraph state.
    const from = subgraph
      ? await branch.mutateAsync({ ...subgraphRunOf(subgraph), innerCheckpointId: state.checkpointId })
      : { checkpointId: state.checkpointId, trigger: { kind: 'continue' } as const };
    await onRun({ threadId, checkpointId: from.checkpointId, trigger: from.trigger });
  };
  const saving = useSaveEdit({ connectionId, threadId, base, changesOn, asNode, onWritten });
  const fits = bySchema.violations.length === 0 || override;
  const sendable = edit.fault === null && edit.removed.length === 0;
  const canBeSaved =
    reading.settled && sendable && asNodeProblem(asNode, changes.length, checkpointId === null) === null;
  const ready = canBeSaved && bySchema.settled && fits;
  const busy = saving.pending || branch.isPending || isStarting;

  // The shortcut may be pressed before the last input is validated.
  const submit = async (): Promise<void> => {
    if (canBeSaved && !busy && (override || (await bySchema.fits()))) void saving.save(false);
  };

  return (
    <section className={styles.edit} aria-label="Edit state">
      <PaneHeader
        title={titleOf(base)}
        actions={
          reading.settled && !sendable ? null : (
            <ChangeCount count={reading.settled ? changes.length : null} />
          )
        }
      />
      <div className={styles.editBody}>
        <DraftEditor
          edited={edited}
          draftKeyParts={keyParts}
          base={base}
          messages={messages}
          schemaText={schemaText}
          faulty={edit.fault !== null}
          onSubmit={() => void submit()}
        />
        <AsNodeField
          connectionId={connectionId}
          assistantId={assistantId}
          value={asNode}
          onChange={choices.chooseNode}
          fork={!base.isHead}
          container={base.subgraph?.nodeId ?? null}
        />
        {sent
          .filter(({ key, valueText }) => messages.includes(key) && valueText.startsWith('['))
          .map((change) => (
            <MessageStrategyField
              key={change.key}
              change={change}
              strategy={strategies[change.key] ?? 'auto'}
              schemaText={schemaText}
              onStrategy={(strategy) => choices.chooseStrategy(change.key, strategy)}
            />
          ))}
        <EditProblems
          reading={reading}
          bySchema={bySchema}
          asNode={asNode}
          isFirst={checkpointId === null}
          override={override}
          onOverride={setOverride}
        />
        {edit.differences.length > 0 ? <DiffList differences={edit.differences} /> : null}
        {sendable && changes.length === 0 ? <p className={styles.hint}>{noChangesText(asNode)}</p> : null}
        {base.subgraph ? (
          <p className={styles.hint}>
            Servers cannot start a run inside a subgraph. <em>Save and run</em> continues here if this is
            still the current state of the thread; otherwise it copies the parent checkpoint with your edit
            and continues there. Until the next run, some servers then list the values of the subgraph as
            those of the thread.
          </p>
        ) : null}
        {preview ? <UpdatePreview changes={sent} asNode={asNode} base={base} /> : null}
      </div>
      <div className={styles.editNotes}>
        <ApplyWhenIdle
          connectionId={connectionId}
          threadId={threadId}
          requestKey={draftKey('state-when-idle', ...keyParts)}
          refused={saving.busy}
          disabled={!ready || busy}
          isBlocked={!reading.settled || !bySchema.settled}
          onIdle={() => void saving.writeWhenIdle()}
        >
          {moved && !saving.conflict && !saving.busy ? (
            <div className={styles.moved} role="status">
              <p>The thread has changed since you started. Your edit is kept.</p>
              <Button size="small" onClick={saving.compare} disabled={!ready || busy}>
                Compare and choose
              </Button>
            </div>
          ) : null}
          {saving.problem === null ? null : <ErrorNotice action="Save failed" error={saving.problem} />}
        </ApplyWhenIdle>
      </div>
      {saving.conflict ? (
        <ConflictDialog
          conflicts={saving.conflict.ways}
          asNode={asNode}
          onFork={base.checkpointId === null ? null : saving.fork}
          onNewest={saving.applyOnNewest}
          onCancel={saving.cancel}
        />
      ) : null}
      <EditActions
        base={base}
        ready={ready && !busy}
        saving={busy}
        runs={assistantId !== null}
        drafted={edited.drafted || choices.any}
        preview={preview}
        onSave={saving.save}
        onPreview={setPreview}
        onDiscard={
          busy
            ? null
            : () => {
                discard();
                onClose();
              }
        }
      />
    </section>
  );
}

// Turns a rejection into a value; `null` is reserved for success.
function asError(error: unknown): unknown {
  return error ?? new Error('The run was not started.');
}

function subgraphRunOf({ rootId, checkpointNs }: EditedSubgraph): SubgraphRun {
  return { rootId, checkpointNs };
}

function titleOf({ subgraph, checkpointId }: EditBase): string {
  if (subgraph) return `Edit state of ${subgraph.nodeId}`;
  return checkpointId === null ? 'Write the first state' : 'Edit state here';
}

// The writer of the state, or an input if there is none yet. Only the server knows the writer in a subgraph.
function presetNode({ subgraph, checkpointId }: EditBase, writers: readonly string[]): string | null {
  if (subgraph) return null;
  return checkpointId === null ? '__start__' : (writers[0] ?? null);
}

// `null` while a long edit is being analysed.
function ChangeCount({ count }: { readonly count: number | null }) {
  if (count === null) return <Chip>checking the edit…</Chip>;
  if (count === 0) return <Chip>no change</Chip>;
  return <Chip tone="accent">{count === 1 ? '1 change' : `${count} changes`}</Chip>;
}

// Analyses an edit; `settled` is false while a long one is in progress and the result is outdated.
function useEditAnalysis(
  valuesText: string,
  editedText: string,
): EditAnalysis & { readonly settled: boolean } {
  const job = useMemo(
    () => ({ kind: 'edit' as const, before: valuesText, after: editedText }),
    [valuesText, editedText],
  );
  const { result: read, problem } = useJsonJob<'edit'>(job);
  // Runs on the main thread if there is no worker.
  const here = useMemo(
    () => (problem === null ? null : analyzeEdit(valuesText, editedText)),
    [problem, valuesText, editedText],
  );
  const result = read ?? here;
  const [last, setLast] = useState(emptyAnalysis);
  if (result && result !== last) setLast(result);
  return { ...(result ?? last), settled: result !== null };
}
