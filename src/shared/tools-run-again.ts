import { collapseSpaces, escapeInvisible } from './escape-invisible.ts';
import type { PendingInterrupt, WaitingToolCall } from './model/thread.ts';
import { truncate } from './truncate.ts';

const maxNameCharacters = 60;
const maxListed = 10;

/** Which tools an answer to an interrupt runs again; `null` if it runs none, or that is unknown. */
export function toolsRunAgain({ toolCalls = [] }: Pick<PendingInterrupt, 'toolCalls'>): string | null {
  const [only] = toolCalls;
  if (only === undefined) return null;
  if (toolCalls.length > 1) {
    const moreText = toolCalls.length > maxListed ? `, and ${toolCalls.length - maxListed} more` : '';
    const listed = toolCalls.slice(0, maxListed).map(callText).join(', ');
    return `An answer runs these tools again from the start: ${listed}${moreText}.`;
  }
  if (only.agent === null) return `An answer runs the tool ${shortenName(only.tool)} again from the start.`;
  return `The sub-agent ${shortenName(only.agent)} is asking. An answer calls ${shortenName(only.tool)} again; a sub-agent with checkpoints continues from its last one.`;
}

function callText({ tool, agent }: WaitingToolCall): string {
  return agent === null ? shortenName(tool) : `${shortenName(tool)} (${shortenName(agent)})`;
}

function shortenName(name: string): string {
  const text = escapeInvisible(collapseSpaces(name));
  return truncate(text, maxNameCharacters);
}
