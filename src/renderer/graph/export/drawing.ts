import type { NodeStatus } from '../../client/node-activity.ts';
import type { BreakpointSign } from '../breakpoints/breakpoint-signs.ts';
import type { EdgeLook, ExtraEdge } from '../canvas-extras.ts';
import type { FlowDirection } from '../layout-types.ts';
import type { LaidOut } from '../use-layout.ts';

/** The graph as it is drawn at this moment: all that an export shows. */
export interface Drawing {
  readonly laidOut: LaidOut;
  readonly direction: FlowDirection;
  readonly statusOf: (nodeId: string) => NodeStatus;
  readonly signsOf: (nodeId: string) => {
    readonly before: BreakpointSign | null;
    readonly after: BreakpointSign | null;
  };
  readonly edgeLooks: ReadonlyMap<string, EdgeLook>;
  readonly extraEdges: readonly ExtraEdge[];
  readonly notes: ReadonlyMap<string, string>;
  readonly tints: ReadonlyMap<string, number>;
}
