import { formatInput } from '../../shared/inputs/format-input.ts';
import { plainInput } from '../../shared/inputs/saved-input.ts';
import { copyPath, InputNameDialog } from './InputNameDialog.tsx';
import { useReadForCopy, useRenameInput, useSaveInput } from './queries.ts';

interface NamingDialogProps {
  readonly connectionId: string;
  readonly kind: 'new' | 'rename' | 'duplicate';
  readonly path: string | null;
  readonly graph: string | null;
  readonly onClose: () => void;
  readonly onDone: (path: string) => void;
}

export function NamingDialog({ connectionId, kind, path, graph, onClose, onDone }: NamingDialogProps) {
  const save = useSaveInput(connectionId);
  const rename = useRenameInput(connectionId);
  const read = useReadForCopy();
  const action = kind === 'rename' ? rename : read.error ? read : save;
  const confirm = (to: string): void => {
    const done = { onSuccess: () => onDone(to) };
    if (kind === 'new' || path === null)
      save.mutate({ path: to, text: newInput(graph), expected: null }, done);
    else if (kind === 'rename') rename.mutate({ from: path, to }, done);
    else {
      read.mutate(
        { connectionId, path },
        { onSuccess: ({ text }) => save.mutate({ path: to, text, expected: null }, done) },
      );
    }
  };
  const texts = {
    new: { title: 'New input', label: 'Create' },
    rename: { title: `Rename ${path ?? ''}`, label: 'Rename' },
    duplicate: { title: `Duplicate ${path ?? ''}`, label: 'Duplicate' },
  }[kind];
  return (
    <InputNameDialog
      title={texts.title}
      initialPath={
        kind === 'new' || path === null
          ? `${graph === null ? '' : `${graph}/`}input.json`
          : kind === 'rename'
            ? path
            : copyPath(path)
      }
      confirmLabel={texts.label}
      busy={action.isPending ? 'Saving' : null}
      error={action.error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

function newInput(graph: string | null): string {
  return formatInput({ ...plainInput, graph, start: { kind: 'input', inputText: '{}' } });
}
