import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { JsonEditor } from '../ui/json-editor/JsonEditor.tsx';
import { Select } from '../ui/controls/Select.tsx';
import type { CommandFieldsDraft } from './use-command-fields.ts';
import styles from './Interrupts.module.css';

export interface CommandFieldsProps {
  readonly command: CommandFieldsDraft;
  readonly nodeNames: readonly string[];
  readonly onSubmit?: () => void;
}

/** Why nothing can be sent, beside what would send it. */
export function Refusal({ command: { refused } }: Pick<CommandFieldsProps, 'command'>) {
  if (refused === null) return null;
  return (
    <p className={styles.problem} role="status">
      {refused}
    </p>
  );
}

export function CommandFields({ command, nodeNames, onSubmit }: CommandFieldsProps) {
  const { goto, setGoto, updateText, setUpdateText, isEmpty, problem } = command;
  const [open, setOpen] = useState(!isEmpty);
  if (nodeNames.length === 0 && isEmpty) return null;
  const others = nodeNames.filter((name) => !goto.includes(name));
  return (
    <details className={styles.command} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Command: goto / update{isEmpty ? '' : ' (set)'}</summary>
      {open ? (
        <div className={styles.commandFields}>
          <div className={styles.actions}>
            {goto.map((name) => (
              <span key={name} className={styles.target}>
                <code>{name}</code>
                <IconButton
                  size="small"
                  label={`Remove goto ${name}`}
                  icon={<X size={12} aria-hidden />}
                  onClick={() => setGoto(goto.filter((one) => one !== name))}
                />
              </span>
            ))}
            {others.length === 0 ? null : (
              <Select
                label="Go to"
                value={null}
                placeholder={goto.length === 0 ? 'Choose a node' : 'Add a node'}
                onChange={(name) => setGoto([...goto, name])}
                options={others.map((name) => ({ value: name, label: name }))}
              />
            )}
          </div>
          <JsonEditor
            label="Update (JSON)"
            value={updateText}
            onChange={setUpdateText}
            {...(onSubmit ? { onSubmit } : {})}
            minHeight={48}
            maxHeight={140}
          />
          <p className={problem === null ? styles.quiet : styles.problem} role="status">
            {problem ?? 'State keys to update before the run resumes, as JSON. Leave empty for no update.'}
          </p>
        </div>
      ) : null}
    </details>
  );
}
