import type { GraphShape } from '../../shared/model/graph.ts';
import { dispatch, useCommandHandler } from '../commands/command-queue.ts';
import { useCommandBindings, type CommandBinding } from '../commands/command-registry.ts';
import type { BreakpointSide } from '../../shared/model/breakpoint.ts';
import { canBreakAt, markerAt } from './breakpoint-markers.ts';
import { noInnerPin } from './PinItems.tsx';
import type { Camera } from './canvas/use-camera.ts';
import type { ExportKind } from './export/export-model.ts';
import type { FollowRun } from './use-follow-run.ts';
import type { FlowDirection } from './model/layout-types.ts';
import type { CanvasTools } from './use-canvas-tools.ts';
import type { Xray } from './use-xray.ts';

export interface GraphCommandsOptions {
  readonly shape: GraphShape;
  readonly xray: Pick<Xray, 'level' | 'levels' | 'setLevel'>;
  readonly camera: Camera | null;
  readonly tools: CanvasTools;
  readonly follow: FollowRun;
  readonly selectedId: string | null;
  readonly direction: FlowDirection;
  readonly onDirection: (direction: FlowDirection) => void;
}

export function useGraphCommands(on: GraphCommandsOptions): void {
  const { shape, xray, camera, tools, selectedId } = on;
  const { breakpoints, pins } = tools;
  useCommandHandler('go-to-node', ({ nodeId }) => tools.goTo(nodeId));

  const whenDrawn = (act: (camera: Camera) => void): CommandBinding => ({
    run: () => {
      if (camera !== null) act(camera);
    },
    blocked: camera === null ? 'The graph is not drawn yet.' : null,
  });
  const save = (kind: ExportKind): CommandBinding => whenDrawn(() => tools.save(kind));

  const selected = shape.nodes.find(({ id }) => id === selectedId);
  const noNode = !selected
    ? 'Select a node first.'
    : canBreakAt(selected)
      ? null
      : 'Breakpoints work on top-level nodes only.';
  const nodeBreakpoints = breakpoints.all.filter(({ nodeId }) => nodeId === selectedId);
  const isPinned = pins.all.some(({ nodeId }) => nodeId === selectedId);
  const isOn = nodeBreakpoints.some(({ enabled }) => enabled);
  const isAnyOn = breakpoints.all.some(({ enabled }) => enabled);
  const none = breakpoints.all.length === 0 ? 'No breakpoints are set.' : null;
  useCommandHandler('edit-pin', ({ nodeId }) => tools.editPin(nodeId));
  useCommandHandler('edit-breakpoints', ({ nodeId }) => tools.editBreakpoints(nodeId));
  const toggle = (side: BreakpointSide): CommandBinding => ({
    run: () => {
      if (selected) breakpoints.toggle(selected.id, side);
    },
    blocked:
      noNode ??
      (!selected
        ? null
        : markerAt(selected, side, []) === 'declared'
          ? 'The graph declares this breakpoint.'
          : null),
    ...(selected ? { title: `Toggle breakpoint ${side} ${selected.id}` } : {}),
  });

  const { levels } = xray;
  const position = Math.max(0, levels.includes(xray.level) ? levels.indexOf(xray.level) : levels.length - 1);
  const level = (index: number): CommandBinding => {
    const next = levels[index];
    return {
      run: () => {
        if (next !== undefined) xray.setLevel(next);
      },
      blocked:
        levels.length === 0
          ? 'The graph has no subgraphs.'
          : next === undefined || index === position
            ? 'There are no more levels.'
            : null,
    };
  };

  useCommandBindings({
    'breakpoint.before': toggle('before'),
    'breakpoint.after': toggle('after'),
    'breakpoint.clear': {
      run: breakpoints.clear,
      blocked: none,
    },
    'breakpoint.edit': {
      run: () => tools.editBreakpoints(selected?.id ?? null),
      blocked: noNode,
      ...(selected ? { title: `Edit breakpoint at ${selected.id}` } : {}),
    },
    'breakpoint.enable': {
      run: () => nodeBreakpoints.forEach(({ id }) => breakpoints.enable(!isOn, id)),
      blocked: noNode ?? (nodeBreakpoints.length === 0 ? 'The node has no breakpoints.' : null),
      ...(selected && nodeBreakpoints.length > 0
        ? { title: `${isOn ? 'Disable' : 'Enable'} breakpoints at ${selected.id}` }
        : {}),
    },
    'pin.edit': {
      run: () => tools.editPin(selected?.id ?? null),
      blocked: !selected ? noNode : canBreakAt(selected) ? null : noInnerPin,
      ...(selected
        ? { title: isPinned ? `Edit the pin of ${selected.id}` : `Pin an output of ${selected.id}` }
        : {}),
    },
    'pin.remove': {
      run: () => {
        if (selected) pins.remove(selected.id);
      },
      blocked: !selected ? noNode : isPinned ? null : 'The node is not pinned.',
      ...(selected && isPinned ? { title: `Unpin ${selected.id}` } : {}),
    },
    'pin.clear': { run: pins.clear, blocked: pins.all.length === 0 ? 'No node is pinned.' : null },
    'breakpoint.list': { run: () => tools.editBreakpoints(null) },
    'breakpoint.enable-all': {
      run: () => breakpoints.enable(!isAnyOn),
      blocked: none,
      title: isAnyOn ? 'Disable all breakpoints' : 'Enable all breakpoints',
    },
    'graph.find': whenDrawn(() => dispatch({ type: 'find-node' })),
    'graph.fit': whenDrawn((drawn) => drawn.fit()),
    'graph.show-all': whenDrawn((drawn) => drawn.showAll()),
    'graph.follow': {
      run: on.follow.toggle,
      title: on.follow.isFollowing ? 'Stop following the run' : 'Follow run',
    },
    'graph.zoom-in': whenDrawn((drawn) => drawn.zoomIn()),
    'graph.zoom-out': whenDrawn((drawn) => drawn.zoomOut()),
    'graph.xray-more': level(position + 1),
    'graph.xray-less': level(position - 1),
    'graph.xray-all': level(levels.length - 1),
    'graph.direction': {
      run: () => on.onDirection(on.direction === 'down' ? 'right' : 'down'),
      title: on.direction === 'down' ? 'Lay out left to right' : 'Lay out top to bottom',
    },
    'graph.export-png': save('png'),
    'graph.export-svg': save('svg'),
    'graph.export-mermaid': save('mermaid'),
    'graph.export-json': save('json'),
  });
}
