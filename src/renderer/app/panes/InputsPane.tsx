import { FileInput, FlaskConical, Play } from 'lucide-react';
import { useState } from 'react';
import { readOnlyReason } from '../../../shared/model/read-only.ts';
import { checkKinds } from '../../../shared/inputs/check.ts';
import { defaultServerUrl } from '../../../shared/code/test-source.ts';
import { dispatch } from '../../commands/command-queue.ts';
import { ExperimentsView } from '../../experiments/ExperimentsView.tsx';
import { NewExperimentDialog } from '../../experiments/NewExperimentDialog.tsx';
import { RegressionTestDialog } from '../../inputs/RegressionTestDialog.tsx';
import { CheckList } from '../../inputs/CheckList.tsx';
import { InputsView } from '../../inputs/InputsView.tsx';
import { useUnavailable } from '../../rpc/server-features.ts';
import { StateDiff } from '../../thread-state/StateDiff.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import list from '../../ui/resource-view/resource-view.module.css';
import { useWorkbench } from '../use-workbench.ts';

type InputsTab = 'inputs' | 'experiments';

// A table has no folder of which the studio could remember what a check may reach.
const tableCheckKinds = checkKinds.filter((kind) => kind !== 'command' && kind !== 'http');

const tabs: readonly { readonly value: InputsTab; readonly label: string }[] = [
  { value: 'inputs', label: 'Inputs' },
  { value: 'experiments', label: 'Experiments' },
];

export function InputsPane() {
  const workbench = useWorkbench();
  const { connectionId } = workbench.selection;
  // No member of a team reads the files of the host's computer.
  const noInputs = useUnavailable(null, 'inputs.list');
  const [chosenTab, setTab] = useState<InputsTab>('inputs');
  const tab = noInputs === null ? chosenTab : 'experiments';
  const [shownId, setShownId] = useState<string | null>(null);
  const [testedPath, setTestedPath] = useState<string | null>(null);
  const [asked, setAsked] = useState<readonly string[] | 'table' | null>(null);
  const switcher =
    noInputs === null ? <SegmentedControl label="Show" value={tab} onChange={setTab} options={tabs} /> : null;
  const openThread = async (onConnection: string, threadId: string, runId: string | null): Promise<void> => {
    await workbench.openThread(onConnection, threadId);
    if (runId !== null) dispatch({ type: 'show-run', connectionId: onConnection, run: { runId, threadId } });
  };
  const servers = (workbench.servers.servers ?? []).flatMap(({ connection: { id, name } }) =>
    // A recording runs nothing.
    readOnlyReason(id) === null ? { connectionId: id, name } : [],
  );
  const dialog =
    asked === null ? null : (
      <NewExperimentDialog
        connectionId={connectionId}
        servers={servers}
        paths={asked === 'table' ? null : asked}
        assistant={workbench.assistant}
        onClose={() => setAsked(null)}
        renderChecks={(checks, onChange, onUnsaved) => (
          <CheckList
            checks={checks}
            onChange={onChange}
            onUnsaved={onUnsaved}
            kinds={tableCheckKinds}
            level={3}
            note="Without checks, each row says how its run ended. Checks are those of every row."
          />
        )}
        onStarted={(experimentId) => {
          setAsked(null);
          setShownId(experimentId);
          setTab('experiments');
        }}
      />
    );
  if (tab === 'experiments') {
    return (
      <>
        <ExperimentsView
          // A new one is shown at once.
          key={shownId}
          initialId={shownId}
          switcher={switcher}
          onNew={() => setAsked('table')}
          onOpenThread={(onConnection, threadId, runId) => void openThread(onConnection, threadId, runId)}
          renderDiff={(before, after) => <StateDiff before={before} after={after} />}
        />
        {dialog}
      </>
    );
  }
  if (connectionId === null) {
    return (
      <div className={list.view}>
        <div className={list.filters}>{switcher}</div>
        <EmptyState
          icon={<FileInput size={20} aria-hidden />}
          title="No server"
          sentence="Select a server in the top bar to see its inputs."
        />
      </div>
    );
  }
  return (
    <>
      <InputsView
        key={connectionId}
        connectionId={connectionId}
        serverName={workbench.server?.connection.name ?? 'This server'}
        assistant={workbench.assistant}
        switcher={switcher}
        renderRun={(chosen, label) => (
          <Button
            size="small"
            icon={<Play size={13} aria-hidden />}
            disabled={chosen.length === 0}
            onClick={() => setAsked(chosen)}
          >
            {label}
          </Button>
        )}
        renderActions={(path) => (
          <Button
            size="small"
            icon={<FlaskConical size={13} aria-hidden />}
            onClick={() => setTestedPath(path)}
          >
            Regression test…
          </Button>
        )}
      />
      {testedPath === null ? null : (
        <RegressionTestDialog
          connectionId={connectionId}
          path={testedPath}
          // The default assistant of a graph goes by the graph's name on every server.
          assistantId={workbench.assistant?.bySystem === false ? workbench.assistant.assistantId : null}
          graphId={workbench.assistant?.graphId ?? null}
          url={workbench.server?.connection.url ?? defaultServerUrl}
          onClose={() => setTestedPath(null)}
        />
      )}
      {dialog}
    </>
  );
}
