import { useState } from 'react';
import { useCommandHandler, type CommandOf } from '../../commands/command-queue.ts';
import { ThreadStorageDialog } from '../../threads/ThreadStorageDialog.tsx';

export function ThreadStorage() {
  const [wanted, setWanted] = useState<CommandOf<'thread-storage'> | null>(null);
  useCommandHandler('thread-storage', setWanted);
  if (wanted === null) return null;
  const { connectionId, threadId, title } = wanted;
  return (
    <ThreadStorageDialog
      connectionId={connectionId}
      threadId={threadId}
      title={title}
      onClose={() => setWanted(null)}
    />
  );
}
