// Answers a customer: a streaming model that calls one tool and answers with its result.
import { END, MessagesValue, ReducedValue, START, StateGraph, StateSchema } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { HumanMessage, isHumanMessage, isToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import { pace } from './lib/pace.js';
import { ScriptedModel } from './lib/scripted-model.js';

const firstQuestion = 'Hello, my order 4711 should have been here on Monday. Where is it?';

const conversation = new ReducedValue(MessagesValue.valueSchema, {
  inputSchema: MessagesValue.inputSchema,
  reducer: MessagesValue.reducer,
  jsonSchemaExtra: {
    ...MessagesValue.jsonSchemaExtra,
    description:
      'The conversation. New messages are appended; the model asks the shop when it reads an order number.',
    default: [{ type: 'human', content: firstQuestion }],
  },
});

const State = new StateSchema({ messages: conversation, pace: pace(1200) });

const orders = {
  4711: {
    item: 'Walnut desk, 140 cm',
    state: 'delayed',
    carrier: 'Northline',
    days: 2,
    place: 'the depot in Kassel',
  },
  4712: {
    item: 'Desk lamp, brass',
    state: 'delivered',
    carrier: 'Northline',
    days: 0,
    place: 'your neighbour at no. 12',
  },
};

const lookUpOrder = tool(
  ({ order_id: id }) => {
    const order = orders[id];
    return order ? { order_id: id, ...order } : { order_id: id, state: 'unknown' };
  },
  {
    name: 'look_up_order',
    description: 'Finds an order of the shop by its number.',
    schema: z.object({ order_id: z.string().describe('The number on the order, digits only.') }),
  },
);

function answerTo(messages) {
  const last = messages.at(-1);
  if (isToolMessage(last)) return { text: orderText(JSON.parse(last.text)) };
  const [number] = /\d{3,}/.exec(last?.text ?? '') ?? [];
  if (!number)
    return {
      text: 'I can look that up for you. Which order is it about? The number has four digits and is in the mail that confirmed it.',
    };
  const id = `call_${messages.length}_${number}`;
  return {
    text: `Let me look up order ${number}.`,
    toolCalls: [{ id, name: 'look_up_order', args: { order_id: number } }],
  };
}

function orderText({ order_id: id, state, item, carrier, days, place }) {
  if (state === 'delayed') {
    return `Thank you for waiting. Order ${id} (${item}) left our warehouse on time, but ${carrier} held it at ${place} because a label was torn. It has a new label now and will be with you in ${days} days.\n\nI am sorry for the wait. If ${days} days are too long, say so and I will cancel the order and return the full price.`;
  }
  if (state === 'delivered') {
    return `Good news: ${carrier} delivered order ${id} (${item}) today and left it with ${place}. If it is not there, tell me and I will open a search.`;
  }
  return `I can't find an order with the number ${id}. Could you check it? Orders 4711 and 4712 are the ones in this shop.`;
}

async function receive(state) {
  return state.messages.some((message) => isHumanMessage(message))
    ? {}
    : { messages: [new HumanMessage(firstQuestion)] };
}

async function model(state, config) {
  const chat = new ScriptedModel({ script: answerTo, pace: state.pace });
  return { messages: await chat.invoke(state.messages, config) };
}

export const graph = new StateGraph(State)
  .addNode('receive', receive)
  .addNode('model', model)
  .addNode('tools', new ToolNode([lookUpOrder]))
  .addEdge(START, 'receive')
  .addEdge('receive', 'model')
  .addConditionalEdges(
    'model',
    (state) => (state.messages.at(-1)?.tool_calls?.length > 0 ? 'look up' : 'answered'),
    {
      'look up': 'tools',
      answered: END,
    },
  )
  .addEdge('tools', 'model')
  .compile();
