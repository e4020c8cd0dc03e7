import { clsx } from 'clsx';
import { PencilLine, Plus, Trash2 } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { everyNode, isCheckedByStudio, type Breakpoint } from '../../shared/model/breakpoint.ts';
import { stateSchemaKeys } from '../../shared/state-schema-keys.ts';
import { breakpointConditionsText, breakpointPlace } from '../shared-ui/breakpoint-labels.ts';
import type { Breakpoints } from '../shared-ui/breakpoints.ts';
import { plainBreakpoint } from '../shared-ui/stored-breakpoints.ts';
import { useSchemas } from '../queries/shared-queries.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Switch } from '../ui/controls/Switch.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { LeaveButton } from '../ui/popups/LeaveButton.tsx';
import { showToast } from '../ui/popups/toast-store.ts';
import { useConfirmLeave } from '../ui/popups/use-confirm-leave.ts';
import { toBreakpointDraft, type BreakpointDraft } from './breakpoint-draft.ts';
import { BreakpointForm } from './BreakpointForm.tsx';
import { BreakpointMark } from './BreakpointMark.tsx';
import { markerOf } from './breakpoint-markers.ts';
import styles from './BreakpointsDialog.module.css';

export interface BreakpointsDialogProps {
  readonly breakpoints: Breakpoints;
  readonly nodeIds: readonly string[];
  readonly connectionId: string;
  readonly assistantId: string;
  readonly declared: readonly Pick<Breakpoint, 'nodeId' | 'side'>[];
  // Whether the server names the declared ones; `null` if unknown.
  readonly namesDeclared: boolean | null;
  // The node whose breakpoint is edited first; `null` opens the list.
  readonly nodeId: string | null;
  readonly onClose: () => void;
}

interface EditedBreakpoint {
  readonly breakpoint: Breakpoint;
  readonly draft: BreakpointDraft;
  // Why it could not be saved as it is, as a sentence.
  readonly refused: string | null;
}

function startEdit(breakpoint: Breakpoint): EditedBreakpoint {
  return { breakpoint, draft: toBreakpointDraft(breakpoint), refused: null };
}

function isChanged({ breakpoint, draft }: EditedBreakpoint): boolean {
  return JSON.stringify(draft) !== JSON.stringify(toBreakpointDraft(breakpoint));
}

export function BreakpointsDialog(props: BreakpointsDialogProps) {
  const { breakpoints, nodeIds, nodeId, onClose } = props;
  const formId = useId();
  const noteId = useId();
  const schemas = useSchemas(props.connectionId, props.assistantId).data;
  const stateKeys = useMemo(() => {
    const keys = stateSchemaKeys(schemas?.stateText ?? null);
    if (keys === null) return null;
    const others = [schemas?.inputText, schemas?.outputText].map((text) => stateSchemaKeys(text ?? null));
    return [...new Set([...keys, ...others.flatMap((names) => names ?? [])])];
  }, [schemas]);
  const [edited, setEdited] = useState<EditedBreakpoint | null>(() =>
    nodeId === null ? null : startEdit(breakpointAt(breakpoints.all, nodeId)),
  );
  const leaving = useConfirmLeave(edited !== null && isChanged(edited), onClose);
  const isNew = edited !== null && breakpoints.all.every(({ id }) => id !== edited.breakpoint.id);
  const edit = (next: EditedBreakpoint | null): void => {
    leaving.stay();
    setEdited(next);
  };
  // What was opened from a node returns there.
  const back = (): void => (nodeId === null ? edit(null) : onClose());
  const isDiscarded = edited === null || leaving.isLeaving || !isChanged(edited);
  return (
    <Dialog
      open
      width={520}
      title={edited === null ? 'Breakpoints' : isNew ? 'Add breakpoint' : 'Edit breakpoint'}
      onOpenChange={leaving.leave}
      footer={
        edited === null ? (
          <ListActions
            breakpoints={breakpoints}
            onAdd={() => edit(startEdit(plainBreakpoint(nodeIds[0] ?? everyNode, 'before')))}
          />
        ) : (
          <>
            <p id={noteId} className={clsx(styles.note, leaving.isLeaving && 'visually-hidden')}>
              Matches all fields.
            </p>
            <LeaveButton
              leaving={{ ...leaving, leave: isDiscarded ? back : leaving.leave }}
              unsaved="The breakpoint is not saved."
            />
            <Button variant="primary" type="submit" form={formId}>
              {isNew ? 'Add breakpoint' : 'Save'}
            </Button>
          </>
        )
      }
    >
      {edited === null ? (
        <BreakpointList {...props} onEdit={(breakpoint) => edit(startEdit(breakpoint))} />
      ) : (
        <BreakpointForm
          key={edited.breakpoint.id}
          breakpoint={edited.breakpoint}
          draft={edited.draft}
          onChange={(draft) => edit({ ...edited, draft, refused: null })}
          nodeIds={nodeIds}
          stateKeys={stateKeys}
          id={formId}
          noteId={noteId}
          refused={edited.refused}
          onSave={(made) => {
            const refused = breakpoints.put(made, edited.breakpoint.id);
            if (refused === null) back();
            else edit({ ...edited, refused });
          }}
        />
      )}
    </Dialog>
  );
}

function ListActions({
  breakpoints,
  onAdd,
}: Pick<BreakpointsDialogProps, 'breakpoints'> & { readonly onAdd: () => void }) {
  const { all } = breakpoints;
  const isAnyOn = all.some(({ enabled }) => enabled);
  return (
    <>
      <Button icon={<Plus size={14} aria-hidden />} onClick={onAdd}>
        Add breakpoint
      </Button>
      <span className={styles.space} />
      <Button disabled={all.length === 0} onClick={() => breakpoints.enable(!isAnyOn)}>
        {isAnyOn || all.length === 0 ? 'Disable all' : 'Enable all'}
      </Button>
      <Button disabled={all.length === 0} onClick={() => removeAll(breakpoints)}>
        Remove all
      </Button>
    </>
  );
}

// One press removes all conditions that were typed, so that it can be undone.
function removeAll({ all, clear, restore }: Breakpoints): void {
  clear();
  showToast('All breakpoints are removed.', 'mute', { label: 'Undo', run: () => restore(all) });
}

function BreakpointList({
  breakpoints,
  nodeIds,
  declared,
  namesDeclared,
  onEdit,
}: BreakpointsDialogProps & { readonly onEdit: (breakpoint: Breakpoint) => void }) {
  const { all } = breakpoints;
  return (
    <>
      {all.length === 0 ? (
        <EmptyState
          compact
          title="No breakpoints"
          sentence="Runs pause at breakpoints: before or after a node, at a visit, or when the state meets a condition."
        />
      ) : (
        <ul className={styles.list} aria-label="Breakpoints">
          {all.map((one) => (
            <li key={one.id} className={styles.row}>
              <BreakpointMark marker={markerOf(one)} />
              <Switch
                label={breakpointPlace(one)}
                hint={rowHint(one, nodeIds)}
                checked={one.enabled}
                onChange={(enabled) => breakpoints.enable(enabled, one.id)}
              />
              <IconButton
                size="small"
                label={`Edit ${nameOf(one)}`}
                icon={<PencilLine size={14} aria-hidden />}
                onClick={() => onEdit(one)}
              />
              <IconButton
                size="small"
                label={`Remove ${nameOf(one)}`}
                icon={<Trash2 size={14} aria-hidden />}
                onClick={() => breakpoints.remove(one.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {declared.length === 0 ? null : (
        <section className={styles.declared}>
          <h3>Declared by the graph</h3>
          <ul className={styles.list} aria-label="Declared by the graph">
            {declared.map((one) => (
              <li key={`${one.side} ${one.nodeId}`} className={styles.row}>
                <BreakpointMark marker="declared" />
                <span>{breakpointPlace(one)}</span>
              </li>
            ))}
          </ul>
          <p className={styles.note}>
            Only the graph’s code can change them. A run with your own breakpoints before nodes ignores the
            declared ones before nodes. The same applies to breakpoints after nodes.
          </p>
        </section>
      )}
      {declared.length > 0 || namesDeclared === true ? null : (
        <p className={styles.note}>{undeclaredNotes[namesDeclared === false ? 'never' : 'unknown']}</p>
      )}
      {all.some((one) => one.enabled && isCheckedByStudio(one)) ? (
        <p className={styles.note}>
          Servers only know nodes, so the studio checks the rest: the run stops at the node, and continues if
          no condition holds. On the server, each stop is a separate run with its own recursion limit.
        </p>
      ) : null}
    </>
  );
}

const undeclaredNotes = {
  never:
    'JavaScript servers don’t report which breakpoints the graph itself declares (interruptBefore, interruptAfter). If it has any, runs stop there too, without a mark.',
  unknown:
    'The server reports no breakpoints of the graph itself (interrupt_before, interrupt_after). It is unknown whether the graph has any.',
} as const;

function rowHint(breakpoint: Breakpoint, nodeIds: readonly string[]): string | undefined {
  const { nodeId } = breakpoint;
  const isMissing = nodeId !== everyNode && !nodeIds.includes(nodeId);
  const hints = [breakpointConditionsText(breakpoint), isMissing ? 'Not in this graph' : ''];
  return hints.filter((hint) => hint !== '').join('. ') || undefined;
}

function nameOf(breakpoint: Breakpoint): string {
  const conditions = breakpointConditionsText(breakpoint);
  return `breakpoint ${breakpointPlace(breakpoint).toLowerCase()}${conditions === '' ? '' : `: ${conditions}`}`;
}

// The breakpoint of a node that is edited first: one with conditions, else any, else a new one.
function breakpointAt(all: readonly Breakpoint[], nodeId: string): Breakpoint {
  const here = all.filter((one) => one.nodeId === nodeId);
  return here.find(isCheckedByStudio) ?? here[0] ?? plainBreakpoint(nodeId, 'before');
}
