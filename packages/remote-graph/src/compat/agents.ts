import { memberTexts } from 'exact-json';
import type { WireAssistant } from '../http/api-types.ts';
import { rawTextOf, withRawText } from '../http/raw-text.ts';

/** What a server of the Agent Protocol runs, as `/agents/search` lists it (docs/protocol.md, Other servers). */
export interface WireAgent {
  readonly agent_id: string;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly metadata?: { readonly [name: string]: unknown } | null;
}

/** An agent as an assistant of the graph of the same name. Its raw text is the agent's with the ids in front. */
export function toWireAssistant(agent: WireAgent): WireAssistant {
  const id = JSON.stringify(agent.agent_id);
  const others = memberTexts(rawTextOf(agent)).filter(({ key }) => !ids.has(key));
  const members = others.map(({ key, text }) => `${JSON.stringify(key)}:${text}`);
  const text = `{${[`"assistant_id":${id}`, `"graph_id":${id}`, ...members].join(',')}}`;
  return withRawText({ ...agent, assistant_id: agent.agent_id, graph_id: agent.agent_id }, text);
}

const ids = new Set(['agent_id', 'assistant_id', 'graph_id']);
