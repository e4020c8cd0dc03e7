import { useCallback, useMemo, useState } from 'react';
import { xrayLevelPreference, usePreference } from './preferences.ts';
import {
  isCollapsed,
  xrayLevels,
  visibleGraph,
  type CollapseOverrides,
  type VisibleGraph,
  type XrayLevel,
} from './model/visible-graph.ts';
import { indexGraph } from './model/graph-index.ts';
import type { GroupedShape } from './model/sibling-groups.ts';

// Larger graphs open collapsed until a level is chosen.
const openUpTo = 250;
const noOverrides: CollapseOverrides = new Map();

export interface Xray {
  readonly level: XrayLevel;
  readonly levels: readonly XrayLevel[];
  readonly setLevel: (level: XrayLevel) => void;
  readonly toggleCollapsed: (containerId: string) => void;
  readonly visible: VisibleGraph;
  readonly visibleAtLevel: VisibleGraph;
}

/** The x-ray level of an assistant's graph. The level is stored; overrides last as long as the view. */
export function useXray(connectionId: string, assistantId: string, shape: GroupedShape): Xray {
  const [chosen, choose] = usePreference(['xray', connectionId, assistantId], xrayLevelPreference);
  const [overrides, setOverrides] = useState(noOverrides);
  const level = chosen ?? (shape.nodes.length > openUpTo ? 0 : 'all');

  const setLevel = useCallback(
    (next: XrayLevel) => {
      choose(next);
      setOverrides(noOverrides);
    },
    [choose],
  );
  const toggleCollapsed = useCallback(
    (containerId: string) => {
      const index = indexGraph(shape);
      setOverrides((before) =>
        new Map(before).set(containerId, !isCollapsed(index, level, before, containerId)),
      );
    },
    [shape, level],
  );
  const levels = useMemo(() => xrayLevels(shape.depth), [shape]);
  const visible = useMemo(() => visibleGraph(shape, level, overrides), [shape, level, overrides]);
  const visibleAtLevel = useMemo(
    () => (overrides.size === 0 ? visible : visibleGraph(shape, level, noOverrides)),
    [overrides, visible, shape, level],
  );
  return { level, levels, setLevel, toggleCollapsed, visible, visibleAtLevel };
}
