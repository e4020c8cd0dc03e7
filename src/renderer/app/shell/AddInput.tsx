import { Suspense, useState } from 'react';
import { useCommandHandler, type CommandOf } from '../../commands/command-queue.ts';
import type { Workbench } from '../workbench/use-workbench.ts';
import { LazyAddInput } from './lazy-views.ts';

/** Asks for the name of an input that some part of the window wants to keep. */
export function AddInput({ workbench }: { readonly workbench: Workbench }) {
  const [wanted, setWanted] = useState<CommandOf<'add-input'> | null>(null);
  useCommandHandler('add-input', setWanted);
  if (wanted === null) return null;
  const { connectionId, source } = wanted;
  const server = workbench.servers.servers?.find(({ connection }) => connection.id === connectionId);
  return (
    <Suspense>
      <LazyAddInput
        connectionId={connectionId}
        serverName={server?.connection.name ?? 'This server'}
        source={source}
        onClose={() => setWanted(null)}
      />
    </Suspense>
  );
}
