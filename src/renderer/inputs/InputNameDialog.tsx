import { useState, type ReactNode } from 'react';
import { inputEnding, inputPathOf, inputPathProblem } from '../../shared/inputs/input-path.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import styles from './InputsView.module.css';

interface InputNameDialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly initialPath: string;
  readonly confirmLabel: string;
  readonly busy: string | null;
  readonly error: unknown;
  readonly onConfirm: (path: string) => void;
  readonly onClose: () => void;
  readonly width?: number;
  readonly children?: ReactNode;
}

export function InputNameDialog(props: InputNameDialogProps) {
  const {
    title,
    description,
    initialPath,
    confirmLabel,
    busy,
    error,
    onConfirm,
    onClose,
    width = 520,
  } = props;
  const slashIndex = initialPath.lastIndexOf('/');
  const [name, setName] = useState(initialPath.slice(slashIndex + 1).replace(/\.json$/, ''));
  const [folder, setFolder] = useState(slashIndex < 0 ? '' : initialPath.slice(0, slashIndex));
  const path = inputPathOf(folder, name);
  const problem = name.trim() === '' ? 'Enter a name.' : inputPathProblem(path);
  const submit = (): void => {
    if (problem === null && busy === null) onConfirm(path);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      width={width}
      {...(description === undefined ? {} : { description })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={problem !== null} busy={busy} onClick={submit}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={styles.nameFields}>
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            error={name === '' ? null : problem}
            maxLength={80}
          />
          <TextField label="Folder" value={folder} onChange={setFolder} placeholder="none" />
        </div>
        {problem === null ? <p className={styles.quiet}>{`Saved as ${path}`}</p> : null}
        <button type="submit" hidden aria-label={confirmLabel} />
      </form>
      {props.children}
      {error ? <ErrorNotice action={null} error={error} /> : null}
    </Dialog>
  );
}

// A path beside another one, for its copy: `a/b.json` becomes `a/b copy.json`.
export function copyPath(path: string): string {
  return `${path.slice(0, -inputEnding.length)} copy${inputEnding}`;
}
