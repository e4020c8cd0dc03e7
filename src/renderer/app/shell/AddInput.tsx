import { useState } from 'react';
import { usualServerUrl } from '../../../shared/regression-test/test-source.ts';
import { useCommandHandler, type CommandOf } from '../../commands/command-queue.ts';
import type { Workbench } from '../workbench/use-workbench.ts';
import { LazyAddInput, LazyRegressionTest } from './lazy-views.ts';

export function AddInput({ workbench }: { readonly workbench: Workbench }) {
  const [wanted, setWanted] = useState<CommandOf<'add-input'> | null>(null);
  const [testedPath, setTestedPath] = useState<string | null>(null);
  useCommandHandler('add-input', (command) => {
    setTestedPath(null);
    setWanted(command);
  });
  if (wanted === null) return null;
  const { connectionId, source } = wanted;
  const server = workbench.servers.servers?.find(({ connection }) => connection.id === connectionId);
  const close = (): void => setWanted(null);
  return testedPath === null ? (
    <LazyAddInput
      connectionId={connectionId}
      serverName={server?.connection.name ?? 'This server'}
      source={source}
      onClose={close}
      onTest={setTestedPath}
    />
  ) : (
    <LazyRegressionTest
      connectionId={connectionId}
      path={testedPath}
      assistantId={null}
      graphId={null}
      url={server?.connection.url ?? usualServerUrl}
      onClose={close}
    />
  );
}
