import { useMemo, useState, type ReactNode } from 'react';
import type { Check } from '../../shared/inputs/check.ts';
import { checkText } from '../../shared/inputs/format-input.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import type { ExperimentInputs, ExperimentTarget } from '../../shared/model/experiment.ts';
import { useSchemas } from '../queries/shared-queries.ts';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { useConfirmLeave } from '../ui/popups/use-confirm-leave.ts';
import { EditDialog } from '../ui/resource-view/EditDialog.tsx';
import { pathLabel } from '../../shared/inputs/experiment-labels.ts';
import { ExternalChecksNotice } from './ExternalChecksNotice.tsx';
import { GraphPlanList, RefusedInputs } from './GraphPlanList.tsx';
import { brokenInputs, planByGraph } from './plan-by-graph.ts';
import { useExternalChecks, useInputSummaries, useStartExperiment, useTargetAssistants } from './queries.ts';
import { parseTable, columnTypes } from './parse-table.ts';
import { TableField } from './TableField.tsx';
import { TargetPicker } from './TargetPicker.tsx';
import { isSameTarget, targetOf, type TargetServer } from './targets.ts';
import styles from './Experiments.module.css';

export interface NewExperimentDialogProps {
  readonly connectionId: string | null;
  readonly servers: readonly TargetServer[];
  // Files of inputs; `null`: a table that is typed here.
  readonly paths: readonly string[] | null;
  readonly assistant: Assistant | null;
  readonly onClose: () => void;
  readonly onStarted: (experimentId: string) => void;
  /** The checks of a table, to be edited. */
  readonly renderChecks: (
    checks: readonly Check[],
    onChange: (checks: readonly Check[]) => void,
    // Whether a check was changed and is not in the list yet.
    onUnsaved: (isUnsaved: boolean) => void,
  ) => ReactNode;
}

export function NewExperimentDialog(props: NewExperimentDialogProps) {
  const { connectionId, servers, paths, assistant, onClose, onStarted, renderChecks } = props;
  const filesOf = (files: readonly string[]): ExperimentInputs => ({
    kind: 'files',
    connectionId: connectionId ?? '',
    paths: [...files],
  });
  const start = useStartExperiment();
  const targetServer = servers.find((server) => server.connectionId === connectionId);
  const [targets, setTargets] = useState<readonly ExperimentTarget[]>(
    assistant && targetServer ? [targetOf(targetServer, assistant)] : [],
  );
  const what = paths === null ? 'a table of inputs' : inputsText(paths);
  const [name, setName] = useState(paths === null ? (assistant?.name ?? 'Experiment') : what);
  const [atOnce, setAtOnce] = useState('');
  const [repeat, setRepeat] = useState('');
  const [text, setText] = useState('');
  const [checks, setChecks] = useState<readonly Check[]>([]);
  const [isCheckUnsaved, setCheckUnsaved] = useState(false);
  const schemaOf = targets[0] ?? null;
  const schemas = useSchemas(
    schemaOf?.connectionId ?? '',
    paths === null ? (schemaOf?.assistantId ?? null) : null,
  );
  const inputSchema = schemas.data?.inputText ?? null;
  const table = useMemo(() => parseTable(text, columnTypes(inputSchema)), [text, inputSchema]);
  const leaving = useConfirmLeave(text !== '' || checks.length > 0 || isCheckUnsaved, onClose);
  const atOnceProblem = atOnce === '' || /^[1-9]\d?$|^100$/.test(atOnce) ? null : 'A number from 1 to 100.';
  const isRepeatWrong = repeat !== '' && !/^[1-9]\d?$|^100$/.test(repeat);
  const repetitions = repeat === '' || isRepeatWrong ? 1 : Number(repeat);
  const external = useExternalChecks(connectionId, paths);
  const [isByGraph, setByGraph] = useState(paths !== null && targetServer !== undefined);
  const summaries = useInputSummaries(connectionId, paths);
  const assistants = useTargetAssistants(connectionId ?? '', isByGraph && connectionId !== null);
  const plan = useMemo(
    () =>
      targetServer && summaries.data && assistants.data
        ? planByGraph(summaries.data, targetServer, assistants.data, assistant)
        : null,
    [targetServer, summaries.data, assistants.data, assistant],
  );
  // Unknown until the files are read.
  const broken = useMemo(() => summaries.data && brokenInputs(summaries.data), [summaries.data]);
  const usablePaths = useMemo(() => {
    const brokenPaths = new Set(broken?.map(({ path }) => path));
    return broken && paths ? paths.filter((path) => !brokenPaths.has(path)) : [];
  }, [broken, paths]);
  const parts = isByGraph
    ? (plan?.parts ?? []).map(({ target, paths: files }) => ({ target, inputs: filesOf(files) }))
    : targets.map((target) => ({
        target,
        inputs:
          paths === null
            ? { kind: 'rows' as const, inputs: [...table.inputs], checks: checks.map(checkText) }
            : filesOf(usablePaths),
      }));
  const count =
    repetitions *
    parts.reduce(
      (sum, { inputs }) => sum + (inputs.kind === 'files' ? inputs.paths : inputs.inputs).length,
      0,
    );
  const isWrong = table.problem !== null || atOnceProblem !== null || isRepeatWrong || name.trim() === '';
  const loadError = summaries.error ?? (isByGraph ? assistants.error : null);
  const toggle = (target: ExperimentTarget): void =>
    setTargets((before) =>
      before.some((one) => isSameTarget(one, target))
        ? before.filter((one) => !isSameTarget(one, target))
        : [...before, target],
    );
  const submit = (): void =>
    start.mutate(
      {
        name: name.trim(),
        atOnce: atOnce === '' ? null : Number(atOnce),
        repetitions,
        parts,
      },
      { onSuccess: onStarted },
    );
  return (
    <EditDialog
      title={`Run ${what}`}
      description={
        isByGraph
          ? 'Each input runs on a new thread, on the graph that it specifies: with the selected assistant if it belongs to that graph, otherwise with the graph’s default assistant.'
          : "Each input runs on a new thread on each assistant, with the assistant's latest version. For an older version, the studio sends that version's config, context and metadata to the graph's default assistant."
      }
      width={640}
      leaving={leaving}
      unsaved="The table has not been sent."
      discardLabel="Cancel"
      confirmLabel={count === 1 ? 'Start 1 run' : `Start ${count.toLocaleString('en')} runs`}
      isReady={count > 0 && !isWrong}
      busy={start.isPending ? 'Starting' : null}
      onConfirm={submit}
    >
      <div className={styles.form}>
        <TextField label="Name" value={name} onChange={setName} maxLength={200} />
        {paths === null ? <TableField text={text} onChange={setText} table={table} /> : null}
        {paths === null || targetServer === undefined ? null : (
          <div className={styles.runOn}>
            <SegmentedControl
              label="Run on"
              value={isByGraph ? 'graph' : 'chosen'}
              onChange={(next) => setByGraph(next === 'graph')}
              options={runOnOptions}
            />
          </div>
        )}
        {isByGraph ? (
          plan === null ? null : (
            <GraphPlanList {...plan} />
          )
        ) : (
          <TargetPicker
            servers={[...servers].toSorted((a, b) => Number(b === targetServer) - Number(a === targetServer))}
            targets={targets}
            onToggle={toggle}
          />
        )}
        {paths === null || (isByGraph ? plan !== null : broken !== undefined) ? null : loadError === null ? (
          <Loading>Reading the inputs</Loading>
        ) : (
          <ErrorNotice
            action={
              isByGraph ? 'Could not read which graphs the inputs are for' : 'Could not read the inputs'
            }
            error={loadError}
            onRetry={() => {
              void summaries.refetch();
              if (isByGraph) void assistants.refetch();
            }}
          />
        )}
        {isByGraph || broken === undefined ? null : <RefusedInputs refused={broken} />}
        {paths === null ? renderChecks(checks, setChecks, setCheckUnsaved) : null}
        {external.data && connectionId !== null ? (
          <ExternalChecksNotice connectionId={connectionId} external={external.data} />
        ) : null}
        {external.error ? (
          <ErrorNotice action="Could not read what the checks need" error={external.error} />
        ) : null}
        <TextField
          label="Repetitions"
          value={repeat}
          onChange={setRepeat}
          error={isRepeatWrong ? 'A number from 1 to 100.' : null}
          inputMode="numeric"
          placeholder="1"
          hint="Each input runs this many times on each assistant, to see how much its scores vary."
        />
        <TextField
          label="Maximum at a time, on each server"
          value={atOnce}
          onChange={setAtOnce}
          error={atOnceProblem}
          inputMode="numeric"
          placeholder="all"
          hint={
            atOnce === ''
              ? 'The server queues up to 200 runs at a time. You can close the studio once all of them are sent.'
              : 'More runs start as others end, while the studio is open.'
          }
        />
        {schemas.error ? (
          <ErrorNotice action="Could not load the input schema" error={schemas.error} />
        ) : null}
        {start.error ? <ErrorNotice action="Could not start all runs" error={start.error} /> : null}
      </div>
    </EditDialog>
  );
}

const runOnOptions = [
  { value: 'graph', label: 'Each input’s graph' },
  { value: 'chosen', label: 'Chosen assistants' },
] as const;

function inputsText(paths: readonly string[]): string {
  const [only = ''] = paths;
  return paths.length === 1 ? pathLabel(only) : `${paths.length.toLocaleString('en')} inputs`;
}
