import { useUnavailable } from '../rpc/server-features.ts';
import {
  ChevronDown,
  ChevronRight,
  CircleDot,
  FilePlus2,
  MousePointerClick,
  PencilLine,
  Play,
} from 'lucide-react';
import type { GraphEdge, GraphNode } from '../../shared/model/graph.ts';
import type { SourceGraph } from '../../shared/model/source.ts';
import {
  addressOf,
  lastExecutionOf,
  type ExecutionAddress,
} from '../../shared/thread-record/execution-address.ts';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import type { BreakpointSide } from '../../shared/model/breakpoint.ts';
import { dispatch } from '../commands/command-queue.ts';
import { useCommandKeys } from '../commands/keymap.ts';
import { ExecutionCompareItem } from '../shared-ui/ExecutionCompareItem.tsx';
import { CopyLinkItem } from '../shared-ui/CopyLinkItem.tsx';
import { useSelectionLink } from '../shared-ui/copy-link.ts';
import type { Breakpoints } from '../shared-ui/breakpoints.ts';
import type { Pins } from '../shared-ui/stored-pins.ts';
import { SourceItems } from './SourceItems.tsx';
import type { AgentRow } from './model/agent-rows.ts';
import { PinItems } from './PinItems.tsx';
import { canBreakAt } from './breakpoint-markers.ts';
import { MenuCheckItem, MenuItem, MenuLabel, MenuSeparator } from '../ui/popups/Menu.tsx';
import { CopyIdItem } from '../ui/popups/CopyIdItem.tsx';
import type { VisibleNode } from './model/visible-graph.ts';
import { nodeTitle } from './model/node-size.ts';
import { breakpointMenuState, changeBlocker, stateActionBlocker } from './node-menu-state.ts';

export interface NodeActions {
  readonly updateAs: (nodeId: string) => void;
  readonly runFrom: (nodeId: string) => void;
  readonly addInput: (nodeId: string) => void;
  /** Pins what it wrote last on the thread. */
  readonly pinLast: (nodeId: string) => void;
  /** The graph in its project; `null` without one. */
  readonly source: SourceGraph | null;
}

export interface NodeMenuProps {
  readonly node: GraphNode;
  readonly role: VisibleNode['role'];
  readonly isGroup: boolean;
  readonly edges: readonly GraphEdge[];
  readonly rows: readonly AgentRow[];
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly breakpoints: Breakpoints;
  readonly pins: Pins;
  readonly actions: NodeActions;
  readonly onSelect: (nodeId: string) => void;
  readonly onToggleCollapsed: (nodeId: string) => void;
}

export function NodeMenu(props: NodeMenuProps) {
  const { node, role, isGroup, connectionId, threadId, breakpoints, actions, onSelect, onToggleCollapsed } =
    props;
  const hindrance = stateActionBlocker(node, threadId);
  const noEdit = changeBlocker(node, threadId, useUnavailable(connectionId, 'threads.updateState'));
  const noRun = changeBlocker(node, threadId, useUnavailable(connectionId, 'runs.start'));
  const noInput = useUnavailable(null, 'inputs.save');
  const base = useSelectionLink();
  const findLast = (record: ThreadRecord): ExecutionAddress | null => {
    const execution = lastExecutionOf(record, node.id, null, true);
    return execution === null ? null : addressOf(record, execution);
  };
  const editKeys = useCommandKeys('breakpoint.edit');
  const runs = node.kind !== 'start' && node.kind !== 'end' && !isGroup;
  return (
    <>
      <MenuLabel>{nodeTitle(node)}</MenuLabel>
      {runs ? (
        <>
          <BreakItem side="before" {...{ node, breakpoints }} />
          <BreakItem side="after" {...{ node, breakpoints }} />
          {canBreakAt(node) ? (
            <MenuItem
              icon={<CircleDot size={14} aria-hidden />}
              kbd={editKeys}
              command="breakpoint.edit"
              onSelect={() => dispatch({ type: 'edit-breakpoints', nodeId: node.id })}
            >
              {breakpoints.all.some(({ nodeId }) => nodeId === node.id)
                ? 'Edit breakpoint…'
                : 'Add breakpoint with condition…'}
            </MenuItem>
          ) : null}
          <PinItems node={node} threadId={threadId} pins={props.pins} onPinLast={actions.pinLast} />
          <MenuSeparator />
          <MenuItem
            icon={<PencilLine size={14} aria-hidden />}
            detail={noEdit}
            disabled={noEdit !== null}
            onSelect={() => actions.updateAs(node.id)}
          >
            Update state as this node
          </MenuItem>
          <MenuItem
            icon={<Play size={14} aria-hidden />}
            detail={noRun}
            disabled={noRun !== null}
            onSelect={() => actions.runFrom(node.id)}
          >
            Run from its last checkpoint
          </MenuItem>
          <MenuItem
            icon={<FilePlus2 size={14} aria-hidden />}
            detail={
              noInput ??
              (hindrance === null
                ? undefined
                : threadId === null
                  ? hindrance
                  : 'A run can’t start inside a subgraph')
            }
            disabled={noInput !== null || hindrance !== null}
            onSelect={() => actions.addInput(node.id)}
          >
            Save last input…
          </MenuItem>
          <ExecutionCompareItem
            connectionId={connectionId}
            threadId={threadId}
            nodeId={node.id}
            find={findLast}
          />
          <MenuSeparator />
        </>
      ) : null}
      {isGroup || actions.source === null ? null : (
        <SourceItems node={node} graph={actions.source} edges={props.edges} rows={props.rows} />
      )}
      {role === 'node' ? null : (
        <MenuItem
          icon={
            role === 'open' ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />
          }
          onSelect={() => onToggleCollapsed(node.id)}
        >
          {role === 'open' ? 'Collapse' : 'Expand'}
        </MenuItem>
      )}
      {isGroup ? null : (
        <>
          <MenuItem icon={<MousePointerClick size={14} aria-hidden />} onSelect={() => onSelect(node.id)}>
            Select
          </MenuItem>
          <CopyIdItem what="node" id={node.id} />
          <CopyLinkItem link={base && { ...base, nodeId: node.id }} />
        </>
      )}
    </>
  );
}

function BreakItem({
  side,
  node,
  breakpoints,
}: { readonly side: BreakpointSide } & Pick<NodeMenuProps, 'node' | 'breakpoints'>) {
  const { checked, fixed, detail } = breakpointMenuState(node, side, breakpoints.all);
  return (
    <MenuCheckItem
      checked={checked}
      disabled={fixed}
      detail={detail}
      {...(fixed ? {} : { kbd: side === 'before' ? 'b' : 'Shift+B' })}
      onChange={() => breakpoints.toggle(node.id, side)}
    >
      {side === 'before' ? 'Break before' : 'Break after'}
    </MenuCheckItem>
  );
}
