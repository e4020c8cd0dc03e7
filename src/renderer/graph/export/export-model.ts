import type { NodeStatus } from '../../shared-ui/node-activity.ts';
import type { BreakpointMarker } from '../breakpoint-markers.ts';
import type { EdgeStyle, ExtraEdge } from '../model/canvas-decorations.ts';
import type { FlowDirection } from '../model/layout-types.ts';
import type { LaidOut } from '../layout/use-layout.ts';

export const exportKinds = ['png', 'svg', 'mermaid', 'json'] as const;
export type ExportKind = (typeof exportKinds)[number];

export interface ExportModel {
  readonly laidOut: LaidOut;
  readonly direction: FlowDirection;
  readonly statusOf: (nodeId: string) => NodeStatus;
  readonly markersOf: (nodeId: string) => {
    readonly before: BreakpointMarker | null;
    readonly after: BreakpointMarker | null;
  };
  readonly edgeStyles: ReadonlyMap<string, EdgeStyle>;
  readonly extraEdges: readonly ExtraEdge[];
  readonly notes: ReadonlyMap<string, string>;
  readonly tints: ReadonlyMap<string, number>;
}
