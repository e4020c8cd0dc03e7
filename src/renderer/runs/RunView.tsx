import { useState } from 'react';
import type { Run } from '../../shared/model/run.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { Loading } from '../ui/Loading.tsx';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';
import { EventsView } from './events/EventsView.tsx';
import { MessagesView } from './messages/MessagesView.tsx';
import { OutputView } from './output/OutputView.tsx';
import type { RunLogPicture } from './run-log-store.ts';
import { RunPicker } from './RunPicker.tsx';
import { RunStatus } from './RunStatus.tsx';
import { TimelineView } from './timeline/TimelineView.tsx';
import styles from './Runs.module.css';

export interface RunViewProps {
  readonly runs: readonly Run[];
  readonly runId: string | null;
  readonly log: RunLogPicture | null;
  readonly running: boolean;
  /** Selected on the canvas. */
  readonly nodeId: string | null;
  readonly onNode: (nodeId: string) => void;
  readonly onRun: (runId: string) => void;
}

/** One run, live or as it was: four views of the same log. */
export function RunView(props: RunViewProps) {
  const { runs, runId, log, running, onRun } = props;
  const [tab, setTab] = useState('timeline');
  if (runId === null || log === null) {
    return (
      <div className={styles.nothing}>
        <EmptyState
          title="Nothing ran here yet"
          sentence="A run shows its tasks, messages and events here, live."
        />
      </div>
    );
  }
  const note = noteFor(log);
  return (
    <div className={styles.live}>
      <Tabs
        label="Run"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'timeline', label: 'Timeline' },
          { id: 'messages', label: 'Messages' },
          { id: 'events', label: 'Events', ...(log.frames.length > 0 ? { mark: log.frames.length } : {}) },
          { id: 'output', label: 'Output' },
        ]}
        end={
          <>
            <span className={styles.runPicker}>
              <RunPicker runs={runs} runId={runId} onRun={onRun} />
            </span>
            <RunStatus log={log} run={runs.find((one) => one.runId === runId)} running={running} />
          </>
        }
      >
        {['timeline', 'messages', 'events', 'output'].map((id) => (
          <TabPanel key={id} id={id}>
            <div className={styles.panel}>
              {note}
              {log.frames.length === 0 && log.problem ? null : log.frames.length === 0 && log.end === null ? (
                <Loading fill>Waiting for the first event</Loading>
              ) : (
                <View {...props} id={id} log={log} runId={runId} />
              )}
            </div>
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}

interface ViewProps extends RunViewProps {
  readonly id: string;
  readonly runId: string;
  readonly log: RunLogPicture;
}

function View({ id, runId, log, running, nodeId, onNode }: ViewProps) {
  const { messages } = log.model;
  if (id === 'messages') return <MessagesView messages={messages} keys={messages.keys()} running={running} />;
  if (id === 'events') return <EventsView key={runId} runId={runId} log={log} running={running} />;
  if (id === 'output') return <OutputView log={log} running={running} />;
  return <TimelineView key={runId} log={log} running={running} nodeId={nodeId} onNode={onNode} />;
}

/** What stands above every view when the log is not the whole story. */
function noteFor(log: RunLogPicture) {
  if (log.problem) {
    return (
      <div className={styles.noteBox}>
        <ErrorNote error={log.problem} />
      </div>
    );
  }
  if (log.end?.incomplete) {
    return (
      <p className={styles.warning} role="status">
        Not every event of this run was seen. The state is the server&apos;s own; this list is not whole.
      </p>
    );
  }
  return null;
}
