import { Square } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';
import { NewRun } from './NewRun.tsx';
import type { ComposerProps } from './composer-props.ts';
import { changedOptions } from './run-options.ts';
import { RunOptionsForm } from './RunOptionsForm.tsx';
import styles from './Runs.module.css';

type Tab = 'resume' | 'new' | 'options';

/** Where runs begin. While a thread waits, going on is what is offered first. */
export function Composer(props: ComposerProps) {
  const { connectionId, assistant, waiting, running, options, resume } = props;
  // A choice of tab holds for as long as the same thing waits.
  const situation = waiting ? JSON.stringify([waiting.threadId, waiting.interrupts.map(({ id }) => id)]) : '';
  const [choice, setChoice] = useState<{ readonly tab: Tab; readonly situation: string } | null>(null);
  const chosen = choice?.situation === situation ? choice.tab : null;
  const first: Tab = waiting && !waiting.failed ? 'resume' : 'new';
  const tab = chosen ?? (choice?.tab === 'options' && !waiting ? 'options' : first);
  const changed = changedOptions(options);

  if (assistant === null) {
    return <EmptyState compact title="No assistant" sentence="Choose an assistant to run its graph." />;
  }
  return (
    <Tabs
      label="Composer"
      value={tab}
      onChange={(id) => setChoice({ tab: tabOf(id), situation })}
      tabs={[
        ...(waiting
          ? [
              {
                id: 'resume',
                label: waiting.interrupts.some(({ id }) => id !== null) ? 'Resume' : 'Continue',
              },
            ]
          : []),
        { id: 'new', label: 'New run' },
        { id: 'options', label: 'Options', ...(changed > 0 ? { mark: changed } : {}) },
      ]}
    >
      {waiting ? <TabPanel id="resume">{resume}</TabPanel> : null}
      <TabPanel id="new">
        <div className={styles.composer}>
          {running ? <Stop {...props} /> : null}
          <NewRun {...props} assistant={assistant} />
        </div>
      </TabPanel>
      <TabPanel id="options">
        <RunOptionsForm
          connectionId={connectionId}
          assistantId={assistant.assistantId}
          options={options}
          onChange={props.onOptions}
        />
      </TabPanel>
    </Tabs>
  );
}

/** Stopping ends the run on the server. What the server says about it is shown, not what was hoped for (row C-15). */
function Stop({ stopping, stopped, stopProblem, onStop }: ComposerProps) {
  return (
    <div className={styles.stop}>
      <Button
        variant="danger"
        icon={<Square size={12} aria-hidden />}
        busy={stopping ? 'Stopping' : null}
        onClick={onStop}
      >
        Stop
      </Button>
      <span className={styles.quiet} role="status">
        {stopped === null
          ? 'A run is under way.'
          : stopped.stopped
            ? 'The server stopped the run.'
            : `The server did not stop it: it says ${stopped.status}.`}
      </span>
      {stopProblem ? <ErrorNote error={stopProblem} onRetry={onStop} /> : null}
    </div>
  );
}

function tabOf(id: string): Tab {
  return id === 'resume' || id === 'options' ? id : 'new';
}
