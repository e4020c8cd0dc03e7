// A page with React Flow and one node: the least that a page can take that draws a graph with it.
import '@xyflow/react/dist/style.css';
import { ReactFlow } from '@xyflow/react';
import { createRoot } from 'react-dom/client';

const nodes = [{ id: 'only', position: { x: 0, y: 0 }, data: { label: 'only' } }];

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <div style={{ height: '100vh' }}>
      <ReactFlow nodes={nodes} edges={[]} fitView />
    </div>,
  );
}
