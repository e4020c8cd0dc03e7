import { useState } from 'react';
import { createNodeActivityStore, type NodeActivityStore } from '../client/node-activity.ts';

/** What the nodes of the shown graph are doing. Another graph starts with a quiet picture. */
export function useNodeActivityStore(graphKey: string): NodeActivityStore {
  const [held, setHeld] = useState(() => ({ graphKey, store: createNodeActivityStore() }));
  if (held.graphKey === graphKey) return held.store;
  const fresh = { graphKey, store: createNodeActivityStore() };
  setHeld(fresh);
  return fresh.store;
}
