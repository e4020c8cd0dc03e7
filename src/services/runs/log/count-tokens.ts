import { checkpointNsLevels, namespaceLevels, nodeIdOf } from '../../../shared/checkpoint-namespace.ts';
import { decodeFrames } from '../../../shared/model/frame-block-codec.ts';
import type { FrameBlock } from '../../../shared/model/frame-block.ts';
import type { RunTokens } from '../../../shared/model/run-tokens.ts';
import { createProtocolFrameReader } from '../../../shared/protocol-frames.ts';
import { createTokenCounter, isMessageChunk } from '../../../shared/token-counter.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import { payloadBytes } from './block-builder.ts';
import type { RunLog } from './run-log.ts';
import { reportsTokens } from './token-frames.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../../shared/narrow.ts';
import { parseJson } from '../../../shared/parse-json.ts';

export interface ReadBudget {
  bytes: number;
}

// Tokens reported by a run's events, by node. `null` if the budget ends before the log. Rejects if the log is
// no longer readable.
export async function countTokens(
  log: RunLog,
  budget: ReadBudget,
  signal: AbortSignal,
): Promise<Pick<RunTokens, 'nodes' | 'models'> | null> {
  const count = createTokenCounter();
  const readProtocolFrame = createProtocolFrameReader();
  const nodeIds = new Set<string>();
  // Nodes of messages reported by events of their own, by message id.
  const nodeOfMessage = new Map<string, string>();
  const { length } = log;
  for (let seq = 0; seq < length;) {
    signal.throwIfAborted();
    // Sequential: a log may be larger than memory.
    const block = await log.read(seq, length);
    budget.bytes -= payloadBytes(block);
    if (budget.bytes < 0) return null;
    seq += block.count;
    if (!mayReport(block)) continue;
    for (const { mode, namespace, text } of decodeFrames(block).map(readProtocolFrame)) {
      if (mode === 'messages/metadata') {
        for (const [id, message] of Object.entries(recordOrEmpty(parseJson(text)))) {
          const nodeId = nodeIn(namespace, recordOrEmpty(message)['metadata']);
          if (nodeId !== null) nodeOfMessage.set(id, nodeId);
        }
      }
      if (!mode.startsWith('messages') || !text.includes('"usage_metadata"')) continue;
      const payload = arrayOrEmpty(parseJson(text));
      const repeats = mode !== 'messages';
      for (const message of (repeats ? payload : payload.slice(0, 1)).map(recordOrEmpty)) {
        const nodeId =
          nodeIn(namespace, repeats ? null : payload[1]) ??
          nodeOfMessage.get(nonEmptyStringOrNull(message['id']) ?? '') ??
          null;
        if (nodeId !== null) nodeIds.add(nodeId);
        const nodes = nodeId === null ? [] : [nodeId];
        count.add(message, !repeats && isMessageChunk(message), nodes, repeats ? null : payload[1]);
      }
    }
    // Blocks in memory resolve at once, so yield to the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    nodes: [...nodeIds].map((nodeId) => ({ nodeId, tokens: count.of(nodeId)?.total ?? 0 })),
    models: [...count.models()],
  };
}

function mayReport(block: FrameBlock): boolean {
  return block.names.some(({ mode }) => mode === 'messages/metadata') || reportsTokens(block.pieces);
}

// A message's node: by its event's namespace, else by its metadata.
function nodeIn(namespace: readonly string[], metadata: unknown): string | null {
  const { langgraph_checkpoint_ns: place, langgraph_node: node } = recordOrEmpty(metadata);
  for (const levels of [namespaceLevels(namespace), checkpointNsLevels(nonEmptyStringOrNull(place) ?? '')])
    if (levels.length > 0) return nodeIdOf(levels);
  return nonEmptyStringOrNull(node);
}
