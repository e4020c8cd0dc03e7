import { useEffect, useRef, type FormEvent } from 'react';
import { everyNode, type Breakpoint } from '../../shared/model/breakpoint.ts';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { Switch } from '../ui/controls/Switch.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import {
  breakpointFrom,
  draftErrors,
  type BreakpointDraft,
  type BreakpointTargets,
} from './breakpoint-draft.ts';
import styles from './BreakpointsDialog.module.css';

export interface BreakpointFormProps extends BreakpointTargets {
  readonly breakpoint: Breakpoint;
  readonly draft: BreakpointDraft;
  readonly onChange: (draft: BreakpointDraft) => void;
  // Of the form; its buttons are in the foot of the dialog.
  readonly id: string;
  readonly noteId: string;
  readonly refused: string | null;
  readonly onSave: (breakpoint: Breakpoint) => void;
}

export function BreakpointForm(props: BreakpointFormProps) {
  const { breakpoint, draft, onChange, nodeIds, stateKeys, onSave } = props;
  const form = useRef<HTMLFormElement>(null);
  const condition = useRef<HTMLInputElement>(null);
  // What most breakpoints are opened for can be typed at once.
  useEffect(() => condition.current?.focus(), []);
  const change = (next: Partial<BreakpointDraft>): void => onChange({ ...draft, ...next });
  const errors = draftErrors(draft, { nodeIds, stateKeys });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (Object.values(errors).some((error) => error !== null)) {
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      return;
    }
    onSave(breakpointFrom(draft, breakpoint));
  };
  const nodes = [...new Set([everyNode, ...nodeIds, draft.nodeId])];
  return (
    <form
      ref={form}
      id={props.id}
      className={styles.form}
      onSubmit={save}
      noValidate
      aria-describedby={props.noteId}
    >
      <div className={styles.line}>
        <SegmentedControl
          label="When"
          value={draft.side}
          onChange={(side) => change({ side })}
          options={[
            { value: 'before', label: 'Before' },
            { value: 'after', label: 'After' },
          ]}
        />
        <Select
          wide
          label="Node"
          value={draft.nodeId}
          onChange={(nodeId) => change({ nodeId })}
          options={nodes.map((nodeId) => ({
            value: nodeId,
            label: nodeId === everyNode ? 'every node' : nodeId,
            ...(nodeId === everyNode || nodeIds.includes(nodeId) ? {} : { detail: 'Not in this graph' }),
          }))}
        />
      </div>
      {errors.node === null ? null : (
        <p className={styles.problem} role="status">
          {errors.node}
        </p>
      )}
      <div className={styles.line}>
        <Select
          label="Visits"
          value={draft.visits}
          onChange={(visits) => change({ visits: visits as BreakpointDraft['visits'] })}
          options={[
            { value: 'any', label: 'Any visit' },
            { value: 'nth', label: 'Visit number' },
            { value: 'every', label: 'Every nth visit' },
          ]}
        />
        {draft.visits === 'any' ? null : (
          <TextField
            hideLabel
            label="Number of visits"
            inputMode="numeric"
            value={draft.count}
            error={errors.count}
            onChange={(count) => change({ count })}
          />
        )}
      </div>
      <TextField
        ref={condition}
        mono
        label="Condition"
        hint={
          <>
            An expression over the state: <code>revision &gt; 2 and not approved</code>,{' '}
            <code>messages[-1].type == "tool"</code>
          </>
        }
        value={draft.condition}
        error={errors.condition}
        onChange={(text) => change({ condition: text })}
      />
      <TextField
        mono
        label="Changed keys"
        hint="Only if one of these keys changed in the last superstep. Separate keys with commas."
        value={draft.keys}
        error={errors.keys}
        onChange={(keys) => change({ keys })}
      />
      <TextField
        mono
        label="Log message"
        hint={
          <>
            Writes this line to the log instead of stopping: <code>revision is {'{revision}'}</code>
          </>
        }
        value={draft.logMessage}
        error={errors.logMessage}
        onChange={(logMessage) => change({ logMessage })}
      />
      <Switch label="Enabled" checked={draft.enabled} onChange={(enabled) => change({ enabled })} />
      {props.refused === null ? null : (
        <p className={styles.problem} role="alert">
          {props.refused}
        </p>
      )}
    </form>
  );
}
