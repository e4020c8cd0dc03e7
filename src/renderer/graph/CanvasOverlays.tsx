import { Maximize, Scan, Search } from 'lucide-react';
import { dispatch } from '../commands/command-queue.ts';
import { useCommandKeys } from '../commands/keymap.ts';
import type { GraphChanges } from '../shared-ui/compare-graphs.ts';
import type { GraphShape } from '../../shared/model/graph.ts';
import { MenuItem, MenuSeparator } from '../ui/popups/Menu.tsx';
import { lazyOverlay } from '../ui/lazy-view.tsx';
import { ContextMenu } from '../ui/popups/ContextMenu.tsx';
import { BreakpointItems } from './BreakpointItems.tsx';
import { canBreakAt, declaredBreakpoints } from './breakpoint-markers.ts';
import { ChangesNotice } from './overlay/ChangesNotice.tsx';
import type { ContextMenuProps } from '../ui/popups/menu-parts.ts';
import { SelectionMenu } from '../ui/popups/SelectionMenu.tsx';
import { ExportItems } from './export/ExportItems.tsx';
import type { GroupedShape } from './model/sibling-groups.ts';
import { NodeMenu, type NodeActions } from './NodeMenu.tsx';
import { nodeTitle } from './model/node-size.ts';
import { DirectionItems } from './LayoutControls.tsx';
import type { DirectionChoice } from './preferences.ts';
import type { Camera } from './canvas/use-camera.ts';
import type { CanvasTools } from './use-canvas-tools.ts';
import type { LaidOut } from './layout/use-layout.ts';
import styles from './canvas/Canvas.module.css';

const close = ({ onClose }: { readonly onClose: () => void }): void => onClose();

const LazyBreakpoints = lazyOverlay(
  async () => (await import('./BreakpointsDialog.tsx')).BreakpointsDialog,
  close,
);
const LazyPin = lazyOverlay(async () => (await import('./PinDialog.tsx')).PinDialog, close);
const LazyFindBar = lazyOverlay(async () => (await import('./FindBar.tsx')).FindBar, close);
const LazyOverlayLegend = lazyOverlay(
  async () => (await import('./overlay/OverlayLegend.tsx')).OverlayLegend,
  close,
);

export interface CanvasOverlaysProps {
  readonly tools: CanvasTools;
  readonly shape: GraphShape;
  readonly changes: { readonly graphChanges: GraphChanges; readonly dismiss: () => void } | null;
  readonly namesDeclared: boolean | null;
  readonly groups: GroupedShape['groups'];
  readonly laidOut: LaidOut;
  readonly connectionId: string;
  readonly assistantId: string;
  readonly threadId: string | null;
  readonly actions: NodeActions;
  readonly camera: Camera | null;
  readonly direction: DirectionChoice;
  readonly onDirection: (direction: DirectionChoice) => void;
  readonly selectedId: string | null;
  readonly onSelect: (nodeId: string | null) => void;
  readonly onToggleCollapsed: (nodeId: string) => void;
  readonly onLeave: () => void;
}

export function CanvasOverlays(props: CanvasOverlaysProps) {
  const { tools, shape, changes, onLeave } = props;
  const { overlay, find, menu } = tools;
  return (
    <>
      {find.isOpen ? (
        <LazyFindBar
          nodes={shape.nodes}
          onGo={tools.goTo}
          onClose={() => {
            find.close();
            onLeave();
          }}
        />
      ) : null}
      <div className={styles.legends}>
        {changes === null ? null : (
          <ChangesNotice
            changes={changes.graphChanges}
            onReveal={tools.goTo}
            onDismiss={() => {
              changes.dismiss();
              onLeave();
            }}
          />
        )}
        {overlay.observed.state === 'off' ? null : (
          <LazyOverlayLegend
            choice={overlay.choice}
            observed={overlay.observed}
            maxValue={overlay.looks.maxValue}
            undeclared={overlay.observed.observation?.undeclared.length ?? 0}
            onClose={() => {
              overlay.choose({ ...overlay.choice, mode: 'off' });
              onLeave();
            }}
          />
        )}
      </div>
      {tools.breakpointDialog === null ? null : (
        <LazyBreakpoints
          key={tools.breakpointDialog.nodeId}
          connectionId={props.connectionId}
          assistantId={props.assistantId}
          breakpoints={tools.breakpoints}
          nodeIds={shape.nodes.filter(canBreakAt).map(({ id }) => id)}
          declared={declaredBreakpoints(shape.nodes)}
          namesDeclared={props.namesDeclared}
          nodeId={tools.breakpointDialog.nodeId}
          onClose={tools.closeBreakpoints}
        />
      )}
      {tools.editedPin === null ? null : (
        <LazyPin
          key={tools.editedPin}
          connectionId={props.connectionId}
          assistantId={props.assistantId}
          pins={tools.pins}
          nodeId={tools.editedPin}
          onClose={() => tools.editPin(null)}
        />
      )}
      {menu === null ? null : (
        <OpenMenu
          {...props}
          key={`${menu.nodeId} ${menu.at.x} ${menu.at.y}`}
          nodeId={menu.nodeId}
          at={menu.at}
          onClose={tools.closeMenu}
        />
      )}
      <SelectionMenu>
        {(place) => (
          <>
            <OpenMenu {...props} {...place} nodeId={null} />
            {props.selectedId === null ? null : <OpenMenu {...props} {...place} nodeId={props.selectedId} />}
          </>
        )}
      </SelectionMenu>
    </>
  );
}

const noRows: readonly never[] = [];

interface OpenMenuProps extends CanvasOverlaysProps, Pick<ContextMenuProps, 'at' | 'onClose'> {
  // The menu of a node, or (`null`) of the graph.
  readonly nodeId: string | null;
}

function OpenMenu(props: OpenMenuProps) {
  const { nodeId, at, onClose, tools, laidOut, connectionId, threadId, actions } = props;
  const { onSelect, onToggleCollapsed } = props;
  const visibleNode = laidOut.visible.nodes.find(({ id }) => id === nodeId);
  return (
    <ContextMenu
      at={at}
      label={visibleNode ? `Node ${nodeTitle(visibleNode.node)}` : 'Graph'}
      target={visibleNode && `node “${nodeTitle(visibleNode.node)}”`}
      onClose={onClose}
    >
      {visibleNode ? (
        <NodeMenu
          node={visibleNode.node}
          role={visibleNode.role}
          isGroup={props.groups.has(visibleNode.id)}
          edges={props.shape.edges}
          rows={visibleNode.rows ?? noRows}
          connectionId={connectionId}
          threadId={threadId}
          breakpoints={tools.breakpoints}
          pins={tools.pins}
          actions={actions}
          onSelect={onSelect}
          onToggleCollapsed={onToggleCollapsed}
        />
      ) : (
        <PaneItems {...props} />
      )}
    </ContextMenu>
  );
}

function PaneItems({ tools, camera, direction, onDirection }: CanvasOverlaysProps) {
  const fitKeys = useCommandKeys('graph.fit');
  const allKeys = useCommandKeys('graph.show-all');
  const findKeys = useCommandKeys('graph.find');
  return (
    <>
      <MenuItem
        icon={<Maximize size={14} aria-hidden />}
        kbd={fitKeys}
        command="graph.fit"
        onSelect={() => camera?.fit()}
      >
        Fit graph
      </MenuItem>
      <MenuItem
        icon={<Scan size={14} aria-hidden />}
        kbd={allKeys}
        command="graph.show-all"
        onSelect={() => camera?.showAll()}
      >
        Show whole graph
      </MenuItem>
      <MenuItem
        icon={<Search size={14} aria-hidden />}
        kbd={findKeys}
        command="graph.find"
        onSelect={() => dispatch({ type: 'find-node' })}
      >
        Find a node
      </MenuItem>
      <MenuSeparator />
      <DirectionItems direction={direction} onDirection={onDirection} />
      <MenuSeparator />
      <BreakpointItems breakpoints={tools.breakpoints} />
      <MenuSeparator />
      <ExportItems onExport={tools.save} />
    </>
  );
}
