import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { GraphShape } from '../../shared/model/graph.ts';
import { useBreakpoints, type Breakpoints } from '../client/breakpoints.ts';
import type { NodeActivitySource } from '../client/node-activity.ts';
import { failedAction } from '../ui/describe-error.ts';
import { showToast } from '../ui/toast-store.ts';
import type { BadgeFacts } from './badges-context.ts';
import { breakpointWords, canBreakAt, signAt } from './breakpoints/breakpoint-signs.ts';
import type { CanvasExtras, MenuPlace } from './canvas-extras.ts';
import { exportGraph, type ExportKind } from './export/export-graph.ts';
import type { FlowDirection } from './layout-types.ts';
import { overlayForm } from './kept-choices.ts';
import { NodeBadges } from './NodeBadges.tsx';
import type { OverlayChoice } from './overlay/overlay-choice.ts';
import { noLooks, overlayLooks, type OverlayLooks } from './overlay/overlay-looks.ts';
import { useObservation, type Observed } from './overlay/use-observation.ts';
import { containersAbove } from './shape-index.ts';
import { shownStatus } from './shown-status.ts';
import type { Camera } from './use-camera.ts';
import { useKeptChoice } from './use-kept-choice.ts';
import type { LaidOut } from './use-layout.ts';

export interface ToolsOn {
  readonly connectionId: string;
  readonly assistantId: string;
  /** What exports are called after. */
  readonly name: string;
  readonly threadId: string | null;
  readonly shape: GraphShape;
  readonly activity: NodeActivitySource;
  readonly placed: LaidOut | null;
  readonly direction: FlowDirection;
  readonly camera: RefObject<Camera | null>;
  readonly insideOf: (nodeId: string) => readonly string[];
  readonly toggleFold: (containerId: string) => void;
  readonly onSelect: (nodeId: string | null) => void;
  /** Grows with each wish to find a node that came from elsewhere in the window. */
  readonly findAsked: number;
}

/** A menu that is open: of a node, or (`null`) of the canvas. */
export interface OpenMenu {
  readonly nodeId: string | null;
  readonly at: MenuPlace;
}

/** What can be done with a drawn graph, and what lies over it. */
export interface CanvasTools {
  readonly extras: CanvasExtras;
  readonly badges: BadgeFacts;
  readonly breakpoints: Breakpoints;
  readonly overlay: {
    readonly choice: OverlayChoice;
    readonly choose: (choice: OverlayChoice) => void;
    readonly observed: Observed;
    readonly looks: OverlayLooks;
  };
  readonly find: {
    readonly isOpen: boolean;
    /** Grows each time that the search is asked for: it gets the keyboard, also when it is open already. */
    readonly asks: number;
    readonly open: () => void;
    readonly close: () => void;
  };
  /** Shows a node: unfolded, selected and in view. */
  readonly goTo: (nodeId: string) => void;
  readonly menu: OpenMenu | null;
  readonly closeMenu: () => void;
  readonly save: (kind: ExportKind) => void;
}

export function useCanvasTools(on: ToolsOn): CanvasTools {
  const { connectionId, assistantId, shape, activity, placed, findAsked } = on;
  const breakpoints = useBreakpoints(connectionId, assistantId);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [choice, choose] = useKeptChoice(['overlay'], overlayForm);
  const observed = useObservation(connectionId, on.threadId, shape, activity, choice);
  const visible = placed?.visible ?? null;
  const looks = useMemo(
    () =>
      visible && observed.observation
        ? overlayLooks(shape, visible, observed.observation, choice.mode)
        : noLooks,
    [shape, visible, observed.observation, choice.mode],
  );

  const [findIsOpen, setFindIsOpen] = useState(false);
  const [findAsks, setFindAsks] = useState(0);
  const openFind = (): void => {
    setFindIsOpen(true);
    setFindAsks(findAsks + 1);
  };
  const [seenAsk, setSeenAsk] = useState(findAsked);
  if (findAsked !== seenAsk) {
    setSeenAsk(findAsked);
    openFind();
  }
  const goTo = useGoTo(on);

  const extras = useMemo<CanvasExtras>(() => {
    const byId = new Map(shape.nodes.map((node) => [node.id, node]));
    const words = new Map<string, string>();
    for (const node of shape.nodes) {
      const note = looks.notes.get(node.id);
      const own = [...breakpointWords(node, breakpoints), ...(note === undefined ? [] : [note])];
      if (own.length > 0) words.set(node.id, own.join(', '));
    }
    return {
      ...looks,
      Badges: NodeBadges,
      words,
      onMenu: (nodeId, at) => setMenu({ nodeId, at }),
      onBreak: (nodeId, side) => {
        const node = byId.get(nodeId);
        if (!node) return;
        if (canBreakAt(node)) breakpoints.toggle(nodeId, side);
        else showToast('Servers stop at nodes of the top level only.');
      },
    };
  }, [shape, breakpoints, looks]);
  const badges = useMemo<BadgeFacts>(() => ({ breakpoints, notes: looks.notes }), [breakpoints, looks]);

  const save = (kind: ExportKind): void => {
    if (placed === null) return;
    const byId = new Map(shape.nodes.map((node) => [node.id, node]));
    const drawing = {
      laidOut: placed,
      direction: on.direction,
      statusOf: (id: string) => shownStatus(activity, id, on.insideOf(id)),
      signsOf: (id: string) => {
        const node = byId.get(id);
        return {
          before: node ? signAt(node, 'before', breakpoints) : null,
          after: node ? signAt(node, 'after', breakpoints) : null,
        };
      },
      ...looks,
    };
    exportGraph(drawing, kind, on.name).catch((thrown: unknown) =>
      showToast(failedAction('Could not save the graph', thrown), 'fail'),
    );
  };
  return {
    extras,
    badges,
    breakpoints,
    overlay: { choice, choose, observed, looks },
    find: { isOpen: findIsOpen, asks: findAsks, open: openFind, close: () => setFindIsOpen(false) },
    goTo,
    menu,
    closeMenu: () => setMenu(null),
    save,
  };
}

/** Goes to a node: what is folded around it is unfolded first, one layout after the other. */
function useGoTo({ shape, placed, camera, toggleFold, onSelect }: ToolsOn): (nodeId: string) => void {
  const wanted = useRef<string | null>(null);
  const step = useCallback(() => {
    const id = wanted.current;
    if (id === null || placed === null) return;
    const shown = placed.visible.nodes;
    if (shown.some((node) => node.id === id)) {
      wanted.current = null;
      camera.current?.zoomTo(id);
      return;
    }
    const byId = new Map(shape.nodes.map((node) => [node.id, node]));
    const node = byId.get(id);
    const around = new Set(node ? containersAbove(byId, node) : []);
    const folded = shown.find((one) => one.role === 'folded' && around.has(one.id));
    if (folded) toggleFold(folded.id);
    else wanted.current = null;
  }, [shape, placed, camera, toggleFold]);
  useEffect(() => step(), [step]);
  return (nodeId) => {
    wanted.current = nodeId;
    onSelect(nodeId);
    step();
  };
}
