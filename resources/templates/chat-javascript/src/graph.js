import { AIMessage } from '@langchain/core/messages';
import { END, MessagesValue, START, StateGraph, StateSchema } from '@langchain/langgraph';

/** A schema, because a server can read no types from plain JavaScript. The studio's chat and forms come from it. */
const State = new StateSchema({ messages: MessagesValue });

/** Decides which node answers. Replace it by a model that chooses a tool. */
function route(state) {
  return /\btime\b/i.test(textOf(state)) ? 'tellTime' : 'reply';
}

function tellTime() {
  return { messages: [new AIMessage(`It is ${new Date().toLocaleTimeString()}.`)] };
}

/** Runs without a key. Replace it by a call of a chat model. */
function reply(state) {
  return { messages: [new AIMessage(`You said: ${textOf(state)}`)] };
}

function textOf({ messages }) {
  return messages.at(-1)?.text ?? '';
}

export const graph = new StateGraph(State)
  .addNode('tellTime', tellTime)
  .addNode('reply', reply)
  .addConditionalEdges(START, route, ['tellTime', 'reply'])
  .addEdge('tellTime', END)
  .addEdge('reply', END)
  .compile();
