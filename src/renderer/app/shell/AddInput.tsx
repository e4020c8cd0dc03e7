import { useState } from 'react';
import { defaultServerUrl } from '../../../shared/code/test-source.ts';
import { useCommandHandler, type CommandOf } from '../../commands/command-queue.ts';
import { useWorkbench } from '../use-workbench.ts';
import { AddInputDialog } from '../../inputs/AddInputDialog.tsx';
import { RegressionTestDialog } from '../../inputs/RegressionTestDialog.tsx';

/** Asks for the name of an input that some part of the window wants to keep, and writes a test of it if asked to. */
export function AddInput() {
  const { servers } = useWorkbench().servers;
  const [wanted, setWanted] = useState<CommandOf<'add-input'> | null>(null);
  const [testedPath, setTestedPath] = useState<string | null>(null);
  useCommandHandler('add-input', (command) => {
    setTestedPath(null);
    setWanted(command);
  });
  if (wanted === null) return null;
  const { connectionId, source } = wanted;
  const server = servers?.find(({ connection }) => connection.id === connectionId);
  const close = (): void => setWanted(null);
  return testedPath === null ? (
    <AddInputDialog
      connectionId={connectionId}
      serverName={server?.connection.name ?? 'This server'}
      source={source}
      onClose={close}
      onTest={setTestedPath}
    />
  ) : (
    <RegressionTestDialog
      connectionId={connectionId}
      path={testedPath}
      assistantId={null}
      graphId={null}
      url={server?.connection.url ?? defaultServerUrl}
      onClose={close}
    />
  );
}
