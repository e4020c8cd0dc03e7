import type { InputSummary } from '../../shared/model/input-file.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';

// Files of one call, and the time in milliseconds that rows which come into view together are collected.
const maxBatchSize = 100;
const collectMs = 20;

interface WaitingRow {
  readonly path: string;
  readonly resolve: (summary: InputSummary) => void;
  readonly reject: (error: unknown) => void;
}

const waiting = new WeakMap<StudioRpc, Map<string, WaitingRow[]>>();

export function loadSummary(rpc: StudioRpc, connectionId: string, path: string): Promise<InputSummary> {
  return new Promise((resolve, reject) => {
    const ofStudio = waiting.get(rpc) ?? new Map<string, WaitingRow[]>();
    waiting.set(rpc, ofStudio);
    const rows = ofStudio.get(connectionId) ?? [];
    rows.push({ path, resolve, reject });
    if (rows.length > 1) return;
    ofStudio.set(connectionId, rows);
    setTimeout(() => {
      ofStudio.delete(connectionId);
      for (let index = 0; index < rows.length; index += maxBatchSize) {
        void send(rpc, connectionId, rows.slice(index, index + maxBatchSize));
      }
    }, collectMs);
  });
}

async function send(rpc: StudioRpc, connectionId: string, rows: readonly WaitingRow[]): Promise<void> {
  try {
    const paths = rows.map(({ path }) => path);
    const summaries = await rpc.call('inputs.summaries', { connectionId, paths });
    for (const [index, { resolve, reject }] of rows.entries()) {
      const summary = summaries[index];
      if (summary) resolve(summary);
      else reject(new Error('The file was not read.'));
    }
  } catch (error) {
    for (const { reject } of rows) reject(error);
  }
}
