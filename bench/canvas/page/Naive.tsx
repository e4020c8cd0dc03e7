import {
  Handle,
  Position,
  ReactFlow,
  useReactFlow,
  type Edge,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useEffect, useMemo, useState } from 'react';
import type { NodeActivity } from '../../../src/renderer/shared-ui/node-activity.ts';
import { nodesInView, type ShowProps } from './rendered-graph.ts';

type PlainNode = Node<{ label: string; status: string; open: boolean }, 'plain'>;

function PlainBox({ data }: NodeProps<PlainNode>) {
  return (
    <div
      data-status={data.status}
      style={{
        width: '100%',
        height: '100%',
        border: `1px solid ${data.status === 'idle' ? '#666' : '#58a6ff'}`,
        borderRadius: 6,
        background: data.open ? 'none' : '#171b23',
        color: '#e7eaf0',
      }}
    >
      <Handle type="target" position={Position.Top} />
      {data.label}
      <Handle type="source" position={Position.Bottom} />
    </div>
  );
}

const nodeTypes = { plain: PlainBox };

/**
 * React Flow as in its first examples: all nodes and edges as elements, and a new array of nodes per change.
 */
export function Naive({ laidOut, viewport, onReady }: ShowProps) {
  const { visible, layout } = laidOut;
  const [statuses, setStatuses] = useState<ReadonlyMap<string, NodeActivity>>(new Map());
  const nodes = visible.nodes.map(({ id, node, role }): PlainNode => {
    const box = layout.nodes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
    return {
      id,
      type: 'plain',
      position: { x: box.x, y: box.y },
      width: box.width,
      height: box.height,
      data: { label: node.label, status: statuses.get(id)?.status ?? 'idle', open: role === 'open' },
    };
  });
  const edges = useMemo(
    () => visible.edges.map(({ id, source, target }): Edge => ({ id, source, target, type: 'step' })),
    [visible],
  );
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      minZoom={0.01}
      {...(viewport ? { defaultViewport: viewport } : { fitView: true })}
    >
      <Ready laidOut={laidOut} onReady={onReady} setStatuses={setStatuses} />
    </ReactFlow>
  );
}

function Ready({
  laidOut,
  onReady,
  setStatuses,
}: Pick<ShowProps, 'laidOut' | 'onReady'> & {
  setStatuses: (next: ReadonlyMap<string, NodeActivity>) => void;
}) {
  const flow = useReactFlow();
  useEffect(() => {
    onReady({
      setStatuses,
      panBy: (x, y) => {
        const viewport = flow.getViewport();
        void flow.setViewport({ ...viewport, x: viewport.x + x, y: viewport.y + y });
      },
      inView: () => nodesInView(laidOut, flow.getViewport()),
    });
  }, [flow, laidOut, onReady, setStatuses]);
  return null;
}
