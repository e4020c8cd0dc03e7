import { queryKeys } from '../queries/query-keys.ts';
import { useCallMutation, useCallQuery } from '../queries/use-call.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { showToast } from '../ui/popups/toast-store.ts';
import type { AttachChange } from '../../shared/model/project.ts';
import styles from './AttachDialog.module.css';

interface AttachDialogProps {
  readonly projectId: string;
  readonly onClose: () => void;
}

/** Shows what is to be written into the editor's launch configuration, and writes it once the user agrees. */
export function AttachDialog({ projectId, onClose }: AttachDialogProps) {
  const key = queryKeys.attach(projectId);
  const { data, error, refetch } = useCallQuery(
    key,
    'projects.previewAttach',
    { projectId },
    {
      staleTime: 0,
      gcTime: 0,
      retry: false,
    },
  );
  const write = useCallMutation('projects.writeAttach', key);
  const isThere = data !== undefined && data.added.length === 0 && data.removed.length === 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Write attach configuration"
      description="Lets VS Code and editors based on it attach to the debugger: choose this project under “Run and Debug”. In other editors, enter the debugger’s address."
      width={600}
      footer={
        <>
          <Button onClick={onClose}>{isThere ? 'Close' : 'Cancel'}</Button>
          {data === undefined || isThere ? null : (
            <Button
              variant="primary"
              busy={write.isPending ? 'Writing' : null}
              onClick={() =>
                write.mutate(
                  { projectId, base: data.base },
                  {
                    onSuccess: ({ file }) => {
                      showToast(`Wrote ${file}.`);
                      onClose();
                    },
                  },
                )
              }
            >
              {data.base === null ? 'Create the file' : 'Change the file'}
            </Button>
          )}
        </>
      }
    >
      {error ? (
        <ErrorNotice action={null} error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading>Reading the configuration</Loading>
      ) : isThere ? (
        <p>
          <code>{data.file}</code> already has this configuration.
        </p>
      ) : (
        <Change change={data} />
      )}
      {write.error ? <ErrorNotice action="Could not write the file" error={write.error} /> : null}
    </Dialog>
  );
}

function Change({ change: { file, base, line, removed, added } }: { readonly change: AttachChange }) {
  return (
    <>
      <p className={styles.file}>
        <code>{file}</code>
        {base === null
          ? ' will be created in the project’s folder:'
          : ` will change at line ${line}. The rest stays as it is:`}
      </p>
      <pre className={styles.lines} role="group" aria-label="Change">
        {removed.map((text, index) => (
          <del key={`- ${index}`}>{`- ${text}\n`}</del>
        ))}
        {added.map((text, index) => (
          <ins key={`+ ${index}`}>{`+ ${text}\n`}</ins>
        ))}
      </pre>
    </>
  );
}
