import type { RunLogSnapshot } from '../model/run-log-store.ts';
import type { BreakpointStop } from '../../../shared/model/breakpoint.ts';
import { describeEventGaps } from '../model/event-gaps.ts';
import { describeOmittedOptions } from '../../../shared/omitted-run-options.ts';
import { stopText } from '../../shared-ui/breakpoint-labels.ts';
import type { Run } from '../../../shared/model/run.ts';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import styles from './RunDock.module.css';

export interface ConnectionNoticeProps extends Pick<RunLogSnapshot, 'connectionState'> {
  readonly serverAnswers: boolean | null;
}

export function ConnectionNotice({ connectionState, serverAnswers }: ConnectionNoticeProps) {
  if (serverAnswers === false && (connectionState === 'silent' || connectionState === 'reconnecting')) {
    return (
      <p className={styles.warning} role="status">
        The server is not responding, so the status of the run is unknown. Retrying...
      </p>
    );
  }
  if (connectionState === 'silent') {
    return (
      <p className={styles.warning} role="status">
        Connected, but no events for 15 seconds. The run may be queued, or a proxy may be holding back its
        events.
      </p>
    );
  }
  if (connectionState === 'reconnecting') {
    return (
      <p className={styles.warning} role="status">
        The connection to the event stream of this run was lost. Retrying...
      </p>
    );
  }
  return null;
}

export interface RunNoticesProps {
  readonly log: RunLogSnapshot;
  readonly run: Run | undefined;
  readonly serverAnswers: boolean | null;
  readonly onRetry: () => void;
  readonly onRun?: (runId: string) => void;
  /** Whether the view below is of events; else it shows what is known without them, too. */
  readonly needsEvents?: boolean;
  /** The run is one of an export: a banner says what that lacks. */
  readonly isImport?: boolean;
  /** Nodes as which pinned outputs were written where the run stopped. */
  readonly pinned?: readonly string[];
}

export function RunNotices(props: RunNoticesProps) {
  const {
    log,
    run,
    serverAnswers,
    onRetry,
    onRun,
    needsEvents = true,
    isImport = false,
    pinned = [],
  } = props;
  if (log.problem?.code === 'stream-unavailable') {
    // Nothing went wrong: the run of another client is known by its checkpoints.
    return needsEvents ? (
      <p className={styles.warning} role="status">
        {log.problem.message} {log.problem.hint}
      </p>
    ) : null;
  }
  if (log.problem) {
    return (
      <div className={styles.notices}>
        <ErrorNotice action="Could not load events" error={log.problem} onRetry={onRetry} />
      </div>
    );
  }
  if (log.end === null && log.connectionState !== 'live' && log.connectionState !== 'connecting')
    return <ConnectionNotice connectionState={log.connectionState} serverAnswers={serverAnswers} />;
  if (run?.joinedLate) {
    return (
      <p className={styles.warning} role="status">
        The studio joined this run late: earlier events are not available.
      </p>
    );
  }
  if (log.end?.outcome === 'lost' && !isImport) {
    return (
      <p className={styles.warning} role="status">
        The outcome of this run is unknown: its server is unreachable or no longer lists it.{' '}
        <button type="button" className={styles.connection} onClick={onRetry}>
          Refresh
        </button>
      </p>
    );
  }
  const passed = log.end?.passedBreakpoints ?? [];
  const omitted = log.end?.omitted ? describeOmittedOptions(log.end.omitted) : null;
  const gaps = log.end === null || isImport ? null : describeEventGaps(log.model.eventGaps.snapshot());
  return (
    <>
      {passed.length > 0 ? <PassedBreakpoints nodes={passed} /> : null}
      {log.end?.isKnownFault ? (
        <p className={styles.warning} role="status">
          A known fault of this server ended the run: it fails when it streams values of subgraphs without
          checkpoints. The next run asks for both, which avoids it. Nodes may have run, so check the state
          before you run again.
        </p>
      ) : null}
      {omitted === null ? null : (
        <p className={styles.warning} role="status">
          {omitted}
        </p>
      )}
      {log.end?.stop ? <StopNotice stop={log.end.stop} /> : null}
      {log.end?.continuedBy !== undefined && onRun ? (
        <ContinuedNotice runId={log.end.continuedBy} pinned={pinned} onRun={onRun} />
      ) : null}
      {log.end?.incomplete ? (
        <p className={styles.warning} role="status">
          Some events of this run are missing. The state comes from the server.
        </p>
      ) : gaps === null || omitted !== null ? null : (
        <p className={styles.warning} role="status">
          {gaps}
        </p>
      )}
    </>
  );
}

function StopNotice({ stop }: { readonly stop: BreakpointStop }) {
  return (
    <p className={styles.warning} role="status" data-testid="breakpoint-stop">
      Paused. {stopText(stop)}
    </p>
  );
}

function ContinuedNotice({
  runId,
  pinned,
  onRun,
}: {
  readonly runId: string;
  readonly pinned: readonly string[];
  readonly onRun: (runId: string) => void;
}) {
  return (
    <p className={styles.warning} role="status">
      {pinned.length > 0
        ? `The pinned output was written as ${pinned.join(', ')}, and the studio continued the run.`
        : 'No condition of a breakpoint held where this run stopped, so the studio continued it.'}{' '}
      <button type="button" className={styles.connection} onClick={() => onRun(runId)}>
        Show the next run
      </button>
    </p>
  );
}

/** Limits the node names in the notice; the rest is counted. */
const maxNames = 3;

function PassedBreakpoints({ nodes }: { readonly nodes: readonly string[] }) {
  const unnamedCount = nodes.length - maxNames;
  const names = nodes.slice(0, maxNames).map((name) => `“${name}”`);
  return (
    <p className={styles.warning} role="status">
      The run did not stop at its breakpoint{nodes.length === 1 ? '' : 's'}: {names.join(', ')}
      {unnamedCount > 0 ? ` and ${unnamedCount.toLocaleString('en')} more` : ''}. This server ignores
      breakpoints sent with a run. To stop there, call interrupt() in the node or compile the graph with the
      breakpoint. To continue from an earlier point, select its checkpoint in the story.
    </p>
  );
}
