import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { GraphShape } from '../../shared/model/graph.ts';
import type { GraphChanges } from '../shared-ui/compare-graphs.ts';
import { usePendingCommand } from '../commands/command-queue.ts';
import { useBreakpoints, type Breakpoints } from '../shared-ui/breakpoints.ts';
import { usePins, type Pins } from '../shared-ui/stored-pins.ts';
import type { NodeActivitySource } from '../shared-ui/node-activity.ts';
import { failedAction } from '../ui/display/describe-error.ts';
import { lazyCode } from '../ui/lazy-code.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import type { BadgeData } from './nodes/badges-context.ts';
import { breakpointLabels, canBreakAt, markerAt } from './breakpoint-markers.ts';
import { changeMarks, noChangeMarks } from './overlay/change-marks.ts';
import type { CanvasDecorations, MenuPosition } from './model/canvas-decorations.ts';
import type { ExportKind } from './export/export-model.ts';
import type { FlowDirection } from './model/layout-types.ts';
import { overlayPreference, type OverlayChoice, usePreference } from './preferences.ts';
import { NodeBadges } from './nodes/NodeBadges.tsx';
import { noOverlayStyles, overlayStyles, type OverlayStyles } from './overlay/overlay-styles.ts';
import { dimLaterEdges, useLaterNodes } from './overlay/use-later-nodes.ts';
import { useObservedPath, type ObservedPathState } from './overlay/use-observed-path.ts';
import { containersAbove } from './model/graph-index.ts';
import { siblingsNote, type GroupedShape } from './model/sibling-groups.ts';
import { aggregateStatus } from './model/aggregate-status.ts';
import type { Camera } from './canvas/use-camera.ts';
import type { LaidOut } from './layout/use-layout.ts';

const exporter = lazyCode(() => import('./export/export-graph.ts'));

export interface CanvasToolsOptions {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly graphId: string;
  readonly name: string;
  readonly threadId: string | null;
  readonly shape: GraphShape;
  readonly grouped: GroupedShape;
  readonly activity: NodeActivitySource;
  readonly changes: GraphChanges | null;
  readonly laidOut: LaidOut | null;
  readonly direction: FlowDirection;
  readonly camera: RefObject<Camera | null>;
  readonly insideOf: (nodeId: string) => readonly string[];
  readonly toggleCollapsed: (containerId: string) => void;
  readonly onSelect: (nodeId: string | null) => void;
}

// An open menu, of a node or (`null`) of the canvas.
export interface OpenMenu {
  readonly nodeId: string | null;
  readonly at: MenuPosition;
}

export interface CanvasTools {
  readonly decorations: CanvasDecorations;
  readonly badges: BadgeData;
  readonly breakpoints: Breakpoints;
  // Opens the dialog of breakpoints: those of a node, or all of them (`null`).
  readonly editBreakpoints: (nodeId: string | null) => void;
  readonly breakpointDialog: { readonly nodeId: string | null } | null;
  readonly closeBreakpoints: () => void;
  readonly pins: Pins;
  readonly editPin: (nodeId: string | null) => void;
  // The node whose pin is edited.
  readonly editedPin: string | null;
  readonly overlay: {
    readonly choice: OverlayChoice;
    readonly choose: (choice: OverlayChoice) => void;
    readonly observed: ObservedPathState;
    readonly looks: OverlayStyles;
  };
  readonly find: {
    readonly isOpen: boolean;
    readonly close: () => void;
  };
  readonly goTo: (nodeId: string) => void;
  readonly menu: OpenMenu | null;
  readonly closeMenu: () => void;
  readonly save: (kind: ExportKind) => void;
}

export function useCanvasTools(on: CanvasToolsOptions): CanvasTools {
  const { connectionId, assistantId, shape, grouped, activity, laidOut } = on;
  const breakpoints = useBreakpoints({ connectionId, assistantId, graphId: on.graphId });
  const pins = usePins({ connectionId, graphId: on.graphId });
  const [editedPin, setEditedPin] = useState<string | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [breakpointDialog, setBreakpointDialog] = useState<CanvasTools['breakpointDialog']>(null);
  const [choice, choose] = usePreference(['overlay'], overlayPreference);
  const observed = useObservedPath(connectionId, on.threadId, shape, activity, choice);
  const visible = laidOut?.visible ?? null;
  const later = useLaterNodes(activity);
  const styles = useMemo(() => {
    const overlay =
      visible && observed.observation
        ? overlayStyles(grouped, visible, observed.observation, choice.mode, observed.path?.ms)
        : noOverlayStyles;
    return { ...overlay, edgeStyles: dimLaterEdges(overlay.edgeStyles, visible, later) };
  }, [grouped, visible, observed.observation, observed.path, choice.mode, later]);

  const { changes } = on;
  const marks = useMemo(
    () => (changes && visible ? changeMarks(changes, grouped, visible) : noChangeMarks),
    [changes, grouped, visible],
  );

  const [findIsOpen, setFindIsOpen] = useState(false);
  // The search itself takes the command.
  if (usePendingCommand('find-node') !== null && !findIsOpen) setFindIsOpen(true);
  const goTo = useGoTo(on);

  const notes = useMemo(() => {
    const siblings = [...grouped.groups].map(([id, count]): [string, string] => [id, siblingsNote(count)]);
    return siblings.length === 0 ? styles.notes : new Map([...styles.notes, ...siblings]);
  }, [grouped, styles.notes]);
  const decorations = useMemo<CanvasDecorations>(() => {
    const byId = new Map(shape.nodes.map((node) => [node.id, node]));
    const descriptions = new Map<string, string>();
    for (const node of grouped.nodes) {
      const note = notes.get(node.id);
      const parts = [
        ...breakpointLabels(node, breakpoints.all),
        ...(pins.all.some(({ nodeId }) => nodeId === node.id) ? ['pinned'] : []),
        ...[marks.nodeChanges.get(node.id), note].filter((text) => text !== undefined),
      ];
      if (parts.length > 0) descriptions.set(node.id, parts.join(', '));
    }
    return {
      ...styles,
      nodeChanges: marks.nodeChanges,
      edgeStyles: new Map([...styles.edgeStyles, ...marks.edgeStyles]),
      edgeNotes: new Map([...marks.edgeNotes, ...styles.edgeNotes]),
      extraEdges: [...styles.extraEdges, ...marks.extraEdges],
      Badges: NodeBadges,
      descriptions,
      onMenu: (nodeId, at) => setMenu({ nodeId, at }),
      onBreak: (nodeId, side) => {
        const node = byId.get(nodeId);
        if (!node) return;
        if (canBreakAt(node)) breakpoints.toggle(nodeId, side);
        else showToast('Breakpoints work on top-level nodes only.');
      },
    };
  }, [shape, grouped, breakpoints, pins, styles, notes, marks]);
  const badges = useMemo<BadgeData>(
    () => ({
      breakpoints: breakpoints.all,
      pinned: new Set(pins.all.map(({ nodeId }) => nodeId)),
      notes,
    }),
    [breakpoints, pins, notes],
  );

  const save = (kind: ExportKind): void => {
    if (laidOut === null) return;
    const byId = new Map(shape.nodes.map((node) => [node.id, node]));
    const drawing = {
      laidOut,
      direction: on.direction,
      statusOf: (id: string) => aggregateStatus(activity, id, on.insideOf(id)),
      markersOf: (id: string) => {
        const node = byId.get(id);
        return {
          before: node ? markerAt(node, 'before', breakpoints.all) : null,
          after: node ? markerAt(node, 'after', breakpoints.all) : null,
        };
      },
      ...styles,
    };
    exporter
      .load()
      .then(({ exportGraph }) => exportGraph(drawing, kind, on.name))
      .catch((error: unknown) => showToast(failedAction('Could not save the graph', error), 'fail'));
  };
  return {
    decorations,
    badges,
    breakpoints,
    editBreakpoints: (nodeId) => setBreakpointDialog({ nodeId }),
    breakpointDialog,
    closeBreakpoints: () => setBreakpointDialog(null),
    pins,
    editPin: setEditedPin,
    editedPin,
    overlay: { choice, choose, observed, looks: styles },
    find: { isOpen: findIsOpen, close: () => setFindIsOpen(false) },
    goTo,
    menu,
    closeMenu: () => setMenu(null),
    save,
  };
}

// Reveals a node by expanding its ancestors one by one, with a layout after each.
function useGoTo({
  grouped,
  laidOut,
  camera,
  toggleCollapsed,
  onSelect,
}: CanvasToolsOptions): (nodeId: string) => void {
  const wanted = useRef<string | null>(null);
  const step = useCallback(() => {
    const id = wanted.current;
    if (id === null || laidOut === null) return;
    const visibleNodes = laidOut.visible.nodes;
    if (visibleNodes.some((node) => node.id === id)) {
      wanted.current = null;
      camera.current?.zoomTo(id);
      return;
    }
    const byId = new Map(grouped.nodes.map((node) => [node.id, node]));
    const node = byId.get(id);
    const around = new Set(node ? containersAbove(byId, node) : []);
    const collapsed = visibleNodes.find((one) => one.role === 'collapsed' && around.has(one.id));
    if (collapsed) toggleCollapsed(collapsed.id);
    else wanted.current = null;
  }, [grouped, laidOut, camera, toggleCollapsed]);
  useEffect(() => step(), [step]);
  return (nodeId) => {
    wanted.current = nodeId;
    onSelect(nodeId);
    step();
  };
}
