import { MousePointerClick } from 'lucide-react';
import { useState } from 'react';
import { runCommand } from '../commands/command-registry.ts';
import { useCommandHandler, usePendingCommand } from '../commands/command-queue.ts';
import { Button } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { TabPanel, Tabs } from '../ui/controls/Tabs.tsx';
import type { ShownState, StateInspectorProps, StateTab } from './inspector-props.ts';
import { ThreadStateInspector } from './ThreadStateInspector.tsx';
import { ViewToggle, type StateView } from './ViewToggle.tsx';
import styles from './state.module.css';

export function StateInspector({ threadId, node, ...props }: StateInspectorProps) {
  const [stateTab, setStateTab] = useState<StateTab>('state');
  const [isNode, setIsNode] = useState(false);
  const [view, setView] = useState<StateView>('tree');
  const [displayed, setDisplayed] = useState<ShownState | null>(null);
  useCommandHandler('inspect-node', () => setIsNode(true));
  const edit = usePendingCommand(
    'edit-state',
    (command) => command.connectionId === props.connectionId && command.threadId === threadId,
  );
  // The nodes of another graph are others.
  const [seenGraph, setSeenGraph] = useState(props.assistantId);
  if (props.assistantId !== seenGraph) {
    setSeenGraph(props.assistantId);
    setIsNode(false);
  }
  // An edit is requested from the node, too; it happens beside the state.
  const [seenEdit, setSeenEdit] = useState(edit);
  if (edit !== seenEdit) {
    setSeenEdit(edit);
    if (edit !== null) setIsNode(false);
  }
  const activeTab = stateTab === 'messages' && displayed?.hasMessages !== true ? 'state' : stateTab;
  return (
    <section className={styles.inspector} aria-label="State">
      <Tabs
        label="State views"
        value={isNode ? 'node' : activeTab}
        onChange={(id) => {
          setIsNode(id === 'node');
          if (id !== 'node') setStateTab(id === 'diff' || id === 'messages' ? id : 'state');
        }}
        tabs={[
          { id: 'state', label: 'State' },
          { id: 'node', label: 'Node' },
          ...(displayed === null ? [] : [{ id: 'diff', label: 'Diff' }]),
          ...(displayed?.hasMessages === true ? [{ id: 'messages', label: 'Messages' }] : []),
        ]}
        end={
          !isNode && activeTab === 'state' && displayed !== null ? (
            <ViewToggle view={view} onView={setView} />
          ) : null
        }
      >
        {isNode ? <TabPanel id="node">{node}</TabPanel> : null}
        {/* One panel for all views of the state, and mounted beside that of the node: an open edit stays. */}
        <TabPanel key="state" id={activeTab} keepMounted>
          {threadId === null ? (
            <EmptyState
              icon={<MousePointerClick size={20} />}
              title="No thread selected"
              sentence="Select a thread, or run the graph, to see its state."
              action={<Button onClick={() => runCommand('view.palette')}>Find a thread</Button>}
            />
          ) : (
            <ThreadStateInspector
              key={threadId}
              {...props}
              threadId={threadId}
              tab={activeTab}
              view={view}
              onTab={(id) => {
                setIsNode(false);
                setStateTab(id);
              }}
              onShown={setDisplayed}
            />
          )}
        </TabPanel>
      </Tabs>
    </section>
  );
}
