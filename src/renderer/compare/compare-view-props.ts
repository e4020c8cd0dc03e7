import type { ReactNode } from 'react';
import type { Comparison, NodeMark } from '../../shared/model/comparison.ts';
import type { TrayEntry } from '../shared-ui/compare-tray.ts';
import type { PartSlots } from './PartView.tsx';
import type { CompareTrayProps } from './CompareTray.tsx';

export interface ComparedGraphSlot {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly marks: readonly NodeMark[];
  readonly selectedNodeId: string | null;
  readonly onSelectNode: (nodeId: string | null) => void;
}

export interface CompareViewProps extends PartSlots, Omit<CompareTrayProps, 'children'> {
  readonly renderGraph: (graph: ComparedGraphSlot) => ReactNode;
}

export interface ComparedProps extends CompareViewProps {
  readonly left: TrayEntry;
  readonly right: TrayEntry;
  readonly comparison: Comparison;
  // Changes when both sides were read again.
  readonly version: number;
  readonly onReread: () => void;
}
