import type { Connection } from '../../../shared/model/connection.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCommandHandler, type CommandOf } from '../../commands/command-queue.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { useUnavailable } from '../../rpc/server-features.ts';
import { failedAction } from '../../ui/display/describe-error.ts';
import { lazyOverlay } from '../../ui/lazy-view.tsx';
import { showToast } from '../../ui/popups/toast-store.ts';
import { useWorkbench } from '../use-workbench.ts';

const LazyRecordingDialog = lazyOverlay(
  async () => (await import('../../recordings/RecordingDialog.tsx')).RecordingDialog,
  ({ onClose }) => onClose(),
);

const LazyOpenAddressDialog = lazyOverlay(
  async () => (await import('../../recordings/OpenAddressDialog.tsx')).OpenAddressDialog,
  ({ onClose }) => onClose(),
);

// Opening a larger file takes a moment.
const slowBytes = 4_000_000;

/** Saves recordings, and opens those that are chosen or dropped on the window. */
export function RecordingFiles() {
  const workbench = useWorkbench();
  const rpc = useRpc();
  const input = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState<CommandOf<'save-recording'> | null>(null);
  useCommandHandler('save-recording', setWanted);
  useCommandHandler('open-recording', () => input.current?.click());
  const [isAddressWanted, setAddressWanted] = useState(false);
  useCommandHandler('open-recording-address', () => setAddressWanted(true));

  const open = async ({ id, name, recording }: Connection): Promise<void> => {
    showToast(`Opened ${name}. It is read-only.`, 'ok');
    if (recording) await workbench.openThread(id, recording.threadId);
    else workbench.selectServer(id);
  };
  const noOpen = useUnavailable(null, 'recordings.open');
  const openFile = async (file: File): Promise<void> => {
    // Dropped: there is no button to disable.
    if (noOpen !== null) return showToast(`Could not open ${file.name}. ${noOpen}`, 'fail');
    try {
      const { openRecordingFile } = await import('../../recordings/open-file.ts');
      if (file.size > slowBytes) showToast(`Opening ${file.name}.`);
      await open(await openRecordingFile(rpc, file));
    } catch (error) {
      showToast(failedAction(`Could not open ${file.name}`, error), 'fail');
    }
  };
  const onDrop = useEffectEvent((event: DragEvent) => {
    if (event.defaultPrevented || isField(event.target) || !hasFiles(event)) return;
    // The browser would leave the studio for the file.
    event.preventDefault();
    const file = [...(event.dataTransfer?.files ?? [])].find(({ name }) => /\.(?:zip|jsonl?)$/i.test(name));
    if (file) void openFile(file);
    else showToast('Only recordings can be opened here: files with names ending in .zip, .json or .jsonl.');
  });
  useEffect(() => {
    const allow = (event: DragEvent): void => {
      if (hasFiles(event) && !isField(event.target)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => onDrop(event);
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, []);

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Recording to open"
        accept=".zip,.json,.jsonl"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void openFile(file);
        }}
      />
      {isAddressWanted ? (
        <LazyOpenAddressDialog
          onClose={() => setAddressWanted(false)}
          onOpened={(connection) => {
            setAddressWanted(false);
            void open(connection);
          }}
        />
      ) : null}
      {wanted === null ? null : (
        <LazyRecordingDialog
          key={`${wanted.threadId} ${wanted.runId}`}
          connectionId={wanted.connectionId}
          threadId={wanted.threadId}
          runId={wanted.runId}
          onClose={() => setWanted(null)}
        />
      )}
    </>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

// Fields take files of their own.
function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable], form') !== null;
}
