import { expect, it } from 'vitest';
import { buildGraphShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { idleActivity } from '../../shared-ui/node-activity.ts';
import { nodeLabel } from './node-labels.ts';

it('a canvas without a run says nothing of the status of its nodes', () => {
  const labels = (status: 'idle' | null) =>
    buildGraphShape(['plan'], []).nodes.map((node) => nodeLabel(node, status, idleActivity));
  expect(labels('idle')).toEqual(['plan, node, not run']);
  expect(labels(null)).toEqual(['plan, node']);
});
