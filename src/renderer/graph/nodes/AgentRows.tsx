import { clsx } from 'clsx';
import { use, useSyncExternalStore } from 'react';
import type { CallStatus, SubAgentActivity, ToolActivity } from '../../shared-ui/agent-activity.ts';
import { durationText } from '../../ui/display/format.ts';
import { SelectedTaskContext, useCanvas } from '../canvas/canvas-context.ts';
import { rowName, type AgentRow } from '../model/agent-rows.ts';
import iconStyles from './NodeIcon.module.css';
import styles from './AgentRows.module.css';

const signs: Readonly<Record<CallStatus, string>> = {
  called: 'queued',
  running: 'running',
  finished: 'finished',
  failed: 'failed',
};

const toolStatuses: Readonly<Record<CallStatus, string>> = {
  called: 'not answered',
  running: 'running',
  finished: 'the last one was answered',
  failed: 'the last one failed',
};

const agentStatuses: Readonly<Record<CallStatus, string>> = {
  called: 'the last one did not end',
  running: 'running',
  finished: 'the last one finished',
  failed: 'the last one failed',
};

export interface AgentRowsProps {
  readonly nodeId: string;
  readonly rows: readonly AgentRow[];
  readonly reachable: boolean;
}

export function AgentRows({ nodeId, rows, reachable }: AgentRowsProps) {
  const { activity, selectTask } = useCanvas();
  const agentActivity = useSyncExternalStore(activity.subscribeAgents, () => activity.agents().get(nodeId));
  return (
    <ul className={styles.rows} data-part="rows">
      {rows.map((row, index) => {
        if (row.kind === 'heading') {
          return (
            <li
              key={row.text}
              className={styles.heading}
              title="Known from calls. The graph does not declare its tools."
            >
              {row.text}
            </li>
          );
        }
        if (row.kind === 'more') {
          return (
            <li key={index} className={styles.heading} title={row.names.join('\n')}>
              {row.text}
            </li>
          );
        }
        if (row.kind === 'tool') {
          return (
            <li key={`tool ${row.name}`}>
              <ToolRow
                name={rowName(row)}
                tool={agentActivity?.tools.find(({ name }) => name === row.name)}
              />
            </li>
          );
        }
        return (
          <li key={`agent ${row.name ?? ''}`}>
            <SubAgentRow
              name={rowName(row)}
              agent={agentActivity?.subAgents.find(({ name }) => name === row.name)}
              reachable={reachable}
              onSelect={selectTask}
            />
          </li>
        );
      })}
    </ul>
  );
}

// Appended to the accessible name of the node.
export function agentRowsLabel(rows: readonly AgentRow[]): string {
  const namesOf = (kind: 'tool' | 'agent'): string =>
    rows.flatMap((row) => (row.kind === kind ? [rowName(row)] : [])).join(', ');
  const tools = namesOf('tool');
  const agents = namesOf('agent');
  return `${tools === '' ? '' : `, tools seen: ${tools}`}${agents === '' ? '' : `, sub-agents seen: ${agents}`}`;
}

function ToolRow({ name, tool }: { readonly name: string; readonly tool: ToolActivity | undefined }) {
  return (
    <span
      className={clsx(styles.row, tool === undefined && styles.unused)}
      title={
        tool === undefined
          ? `${name}: no calls are known here`
          : `${name}: ${tool.isAtLeast ? 'at least ' : ''}${callsText(tool.calls)}${tool.isInState ? ' in the state, over all turns' : ''}, ${toolStatuses[tool.status]}`
      }
      data-testid={`tool-${name}`}
      data-status={tool?.status ?? 'none'}
    >
      <i
        className={iconStyles.icon}
        data-sign={tool === undefined ? 'tool' : signs[tool.status]}
        aria-hidden
      />
      <span className={styles.name}>{name}</span>
      {tool === undefined ? null : (
        <small>{`${tool.calls.toLocaleString('en')}${tool.isAtLeast ? '+' : ''}×`}</small>
      )}
    </span>
  );
}

function SubAgentRow({
  name,
  agent,
  reachable,
  onSelect,
}: {
  readonly name: string;
  readonly agent: SubAgentActivity | undefined;
  readonly reachable: boolean;
  readonly onSelect: (nodeId: string, taskId: string) => void;
}) {
  const selectedTask = use(SelectedTaskContext);
  if (agent === undefined) {
    return (
      <span
        className={clsx(styles.row, styles.unused)}
        title={`${name}: no calls are known here. The events of the displayed run show none, or it ran later.`}
        data-testid={`sub-agent-${name}`}
        data-status="none"
      >
        <i className={iconStyles.icon} data-sign="model" aria-hidden />
        <span className={styles.name}>{name}</span>
      </span>
    );
  }
  const { calls, status, ms, nodeId, taskId, taskIds } = agent;
  const isSelected = selectedTask !== null && taskIds.some((ids) => ids.has(selectedTask));
  const time = ms === null ? '' : durationText(ms);
  return (
    <button
      type="button"
      className={clsx('nodrag', styles.row, isSelected && styles.selected)}
      title={`${name}: ${callsText(calls)}, ${agentStatuses[status]}${time === '' ? '' : `, ${time} in total`}. Click to see its newest task.`}
      tabIndex={reachable ? 0 : -1}
      aria-pressed={isSelected}
      onKeyDown={(event) => {
        // For the canvas these keys select the node.
        if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
      }}
      data-testid={`sub-agent-${name}`}
      data-status={status}
      onClick={(event) => {
        event.stopPropagation();
        onSelect(nodeId, taskId);
      }}
    >
      <i className={iconStyles.icon} data-sign={signs[status]} aria-hidden />
      <span className={styles.name}>{name}</span>
      <small>{`${calls}× ${time}`.trimEnd()}</small>
    </button>
  );
}

function callsText(calls: number): string {
  return calls === 1 ? '1 call' : `${calls} calls`;
}
