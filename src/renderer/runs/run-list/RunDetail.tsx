import { CircleQuestionMark, FileArchive, FilePlus2, Pencil, Play, Rows3, Save, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { dispatch } from '../../commands/command-queue.ts';
import { CompareButton } from '../../shared-ui/CompareItem.tsx';
import { runTrayEntry } from '../../shared-ui/tray-entries.ts';
import { useResetOnReconnect } from '../../shared-ui/use-on-reconnect.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../ui/popups/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { useUnavailable } from '../../rpc/server-features.ts';
import { isActive } from '../../../shared/model/is-active.ts';
import type { RunRecord } from '../../../shared/model/run.ts';
import type { RunDisplay } from '../../run-state/run-display.ts';
import { shortId } from '../../ui/display/format.ts';
import { TruncatedText } from '../../ui/display/TruncatedText.tsx';
import { useJoinRun, useReadRunInput, useReadRunSettings } from './mutations.ts';
import { useAssistantList } from './queries.ts';
import type { NamedRun } from './DeleteRunDialog.tsx';
import { ImportedRunFacts } from './ImportedRunFacts.tsx';
import { assistantText, eventAvailability, type EventAvailability } from './run-record-labels.ts';
import { SaveSettingsDialog } from './SaveSettingsDialog.tsx';
import styles from './RunList.module.css';

export interface RunListProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threadId: string;
  readonly runId: string | null;
  readonly onRun: (runId: string) => void;
  readonly onRerun: (inputText: string) => void;
  // Runs an input unchanged; `null` while that isn't possible.
  readonly onRunAgain: ((inputText: string) => void) | null;
}

const availabilityLabels: Readonly<Record<EventAvailability, string>> = {
  stored: 'saved locally',
  readable: 'stored on the server, complete',
  undeclared: 'unknown until the run is opened',
  exclusive: 'only for one client: not started as resumable',
  gone: 'not available: not started as resumable',
};

export interface RunDetailProps extends RunListProps {
  readonly onDelete: (run: NamedRun) => void;
  readonly record: RunRecord;
  readonly display: RunDisplay;
  readonly number: number | null;
}

export function RunDetail({ record, display, number, onDelete, ...list }: RunDetailProps) {
  const { connectionId, serverName, threadId, onRun, onRerun, onRunAgain } = list;
  const { runId, origin } = record;
  const runName = `run ${number === null ? shortId(runId) : `#${number}`}`;
  const [isAsking, setAsking] = useState(false);
  const assistants = useAssistantList(connectionId);
  const join = useJoinRun(connectionId, threadId);
  const input = useReadRunInput(connectionId, threadId);
  const settings = useReadRunSettings(connectionId, threadId);
  const assistant = assistants.data?.find(({ assistantId }) => assistantId === record.assistantId);
  useResetOnReconnect(connectionId, input);
  useResetOnReconnect(connectionId, settings);
  useResetOnReconnect(connectionId, join);
  const readOnly = useUnavailable(connectionId, 'runs.start');
  const noDelete = useUnavailable(connectionId, 'serverRuns.delete');
  const noJoin = useUnavailable(connectionId, 'runs.join');
  const noAssistantChanges = useUnavailable(connectionId, 'assistants.update');
  const noInput = useUnavailable(null, 'inputs.save');
  const noRecord = useUnavailable(null, 'recordings.copy');
  const reach = eventAvailability(record);
  const goesOn = record.durationMs === null && isActive(record.status);
  const named = { connectionId, threadId, runId, number, threadName: null, createdAt: record.createdAt };
  const withInput = (act: (inputText: string) => void): void =>
    input.mutate(runId, { onSuccess: ({ inputText }) => act(inputText ?? 'null') });
  return (
    <div className={styles.detail}>
      <dl className={styles.properties}>
        <Fact name="Run">
          <code>{runId}</code>
          <CopyButton label="Copy run ID" text={runId} />
        </Fact>
        <Fact name="Started">
          <span>
            {record.createdAt === null ? 'unknown' : new Date(record.createdAt).toLocaleString()}
            {origin.checkpointId === null ? '' : `, from checkpoint ${origin.checkpointId}`}
          </span>
        </Fact>
        <Fact name="Status">{display.text}</Fact>
        <Fact name="Assistant">{assistantText(record, assistants.data ?? [])}</Fact>
        <Fact name="Config">
          {record.configText === null ? 'none of its own' : <code>{record.configText}</code>}
        </Fact>
        {record.contextText === null ? null : (
          <Fact name="Context">
            <code>{record.contextText}</code>
          </Fact>
        )}
        {record.webhook === null ? null : (
          <Fact name="Webhook">
            <code>{record.webhook}</code>
          </Fact>
        )}
        {record.error === null ? null : (
          <Fact name="Error">
            <div className={styles.error}>
              <TruncatedText text={record.error} initialLength={400} />
            </div>
          </Fact>
        )}
        <ImportedRunFacts
          {...{ connectionId, threadId, runId }}
          renderFact={(name, content) => <Fact name={name}>{content}</Fact>}
        />
        <Fact name="Events">
          {record.joinedLate ? 'saved locally, incomplete at the start' : availabilityLabels[reach]}
        </Fact>
      </dl>
      <div className={styles.actions}>
        <Button
          size="small"
          icon={<Rows3 size={12} aria-hidden />}
          disabled={reach === 'gone' || (reach === 'exclusive' && noJoin !== null)}
          title={reach === 'exclusive' ? (noJoin ?? undefined) : undefined}
          onClick={() => (reach === 'exclusive' ? setAsking(true) : onRun(runId))}
        >
          {reach === 'exclusive' ? 'Read its events…' : goesOn ? 'Follow' : 'Show its events'}
        </Button>
        <Button
          size="small"
          icon={<Play size={12} aria-hidden />}
          disabled={origin.kind !== 'input' || onRunAgain === null || readOnly !== null}
          title={readOnly ?? (origin.kind === 'input' ? undefined : 'Only runs with an input can be rerun.')}
          busy={input.isPending ? 'Reading' : null}
          onClick={() => onRunAgain && withInput(onRunAgain)}
        >
          Run again
        </Button>
        <Button
          size="small"
          variant="ghost"
          icon={<Pencil size={12} aria-hidden />}
          disabled={origin.kind !== 'input' || readOnly !== null}
          title={readOnly ?? undefined}
          onClick={() => withInput(onRerun)}
        >
          Edit and run
        </Button>
        {record.status === 'error' ? (
          <Button
            size="small"
            icon={<CircleQuestionMark size={12} aria-hidden />}
            onClick={() => dispatch({ type: 'what-changed', connectionId, threadId, runId })}
          >
            What changed?
          </Button>
        ) : null}
        <CompareButton entry={runTrayEntry('run', named)} />
        {origin.kind === 'resume' || record.status === 'interrupted' ? (
          <CompareButton what="turn" entry={runTrayEntry('turn', named)} />
        ) : null}
        <Button
          size="small"
          variant="ghost"
          icon={<FilePlus2 size={12} aria-hidden />}
          disabled={noInput !== null || (origin.kind !== 'input' && origin.kind !== 'unknown')}
          title={
            noInput ??
            (origin.kind === 'resume'
              ? 'It answered an interrupt. Add the checkpoint before it instead.'
              : undefined)
          }
          onClick={() =>
            dispatch({ type: 'add-input', connectionId, source: { kind: 'run', threadId, runId } })
          }
        >
          Add to inputs…
        </Button>
        <Button
          size="small"
          variant="ghost"
          icon={<Save size={12} aria-hidden />}
          disabled={
            noAssistantChanges !== null ||
            assistant === undefined ||
            (record.configText === null && record.contextText === null)
          }
          title={
            noAssistantChanges ??
            (assistant === undefined
              ? 'Its assistant is unknown.'
              : record.configText === null && record.contextText === null
                ? 'It had no settings of its own.'
                : undefined)
          }
          busy={settings.isPending ? 'Reading' : null}
          onClick={() => settings.mutate(runId)}
        >
          Save settings…
        </Button>
        <Button
          size="small"
          variant="ghost"
          icon={<FileArchive size={12} aria-hidden />}
          disabled={noRecord !== null}
          title={noRecord ?? undefined}
          onClick={() => dispatch({ type: 'save-recording', connectionId, threadId, runId })}
        >
          Save recording…
        </Button>
        <Button
          size="small"
          variant="ghost"
          icon={<Trash2 size={12} aria-hidden />}
          disabled={goesOn || noDelete !== null}
          title={
            noDelete ??
            (goesOn ? 'Stop it first: deleting an active run can leave its thread stuck.' : undefined)
          }
          onClick={() => onDelete({ runId, runName })}
        >
          Delete…
        </Button>
      </div>
      {input.error ? <ErrorNotice action="Could not load the input" error={input.error} /> : null}
      {settings.error ? <ErrorNotice action="Could not load the settings" error={settings.error} /> : null}
      {settings.data === undefined || assistant === undefined ? null : (
        <SaveSettingsDialog
          connectionId={connectionId}
          serverName={serverName}
          runName={runName}
          settings={settings.data}
          assistant={assistant}
          onClose={settings.reset}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Read the events of ${runName} on ${serverName}?`}
        body={`Run ${runId} was not started as resumable. Each of its events goes to one client only: what the studio reads is lost to the client that started it. Events that were already read are not available here.`}
        confirmLabel="Read its events"
        busyLabel="Joining"
        action={join}
        onConfirm={async () => {
          await join.mutateAsync(runId);
          onRun(runId);
        }}
      />
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.property}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
