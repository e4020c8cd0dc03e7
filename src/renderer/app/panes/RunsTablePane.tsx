import { useState } from 'react';
import type { IndexedRun } from '../../../shared/model/run-index.ts';
import { dispatch } from '../../commands/command-queue.ts';
import { runCommand } from '../../commands/command-registry.ts';
import { GraphSketch } from '../../graph/GraphSketch.tsx';
import { runTitle } from '../../runs-table/run-labels.ts';
import { RunsTableView } from '../../runs-table/RunsTableView.tsx';
import { lazyOverlay } from '../../ui/lazy-view.tsx';
import { useWorkbench } from '../use-workbench.ts';

const LazyAddInputs = lazyOverlay(
  async () => (await import('../../inputs/AddInputsDialog.tsx')).AddInputsDialog,
  ({ onClose }) => onClose(),
);

export function RunsTablePane() {
  const workbench = useWorkbench();
  const { connectionId } = workbench.selection;
  const serverName = workbench.server?.connection.name ?? '';
  const [toSave, setToSave] = useState<readonly IndexedRun[] | null>(null);
  const open = async (threadId: string, runId: string): Promise<void> => {
    if (connectionId === null) return;
    await workbench.openThread(connectionId, threadId);
    dispatch({ type: 'show-run', connectionId, run: { runId, threadId } });
  };
  const addInputs = (runs: readonly IndexedRun[]): void => {
    const [run] = runs;
    if (connectionId === null || run === undefined) return;
    const { threadId, runId } = run;
    if (runs.length > 1) setToSave(runs);
    else dispatch({ type: 'add-input', connectionId, source: { kind: 'run', threadId, runId } });
  };
  const startRun = (): void => {
    workbench.selectOwnThread(null);
    runCommand('run.focus');
  };
  return (
    <>
      <RunsTableView
        connectionId={connectionId}
        serverName={serverName}
        onOpen={(threadId, runId) => void open(threadId, runId)}
        onAddInputs={addInputs}
        onNewRun={startRun}
        renderGraph={(run, nodes) =>
          connectionId === null || run.assistantId === '' ? null : (
            <GraphSketch connectionId={connectionId} assistantId={run.assistantId} nodes={nodes} />
          )
        }
      />
      {toSave === null || connectionId === null ? null : (
        <LazyAddInputs
          connectionId={connectionId}
          serverName={serverName}
          runs={toSave.map((run) => ({ threadId: run.threadId, runId: run.runId, title: runTitle(run) }))}
          onClose={() => setToSave(null)}
        />
      )}
    </>
  );
}
