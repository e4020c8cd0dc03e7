import { END, START, StateGraph } from '@langchain/langgraph';
import { takeTime } from '../lib/pace.js';
import { ScriptedModel } from '../lib/scripted-model.js';
import { PartInput, PartOutput, PartState } from './state.js';
import { draftText, findings, polishedText } from './texts.js';

/** Lets the scripted model say a text, so that its tokens stream and usage is counted. */
async function say(text, prompt, pace, config) {
  const model = new ScriptedModel({ script: () => ({ text }), pace });
  const message = await model.invoke(prompt, config);
  return message.text;
}

async function draft(state, config) {
  const prompt = `Write release notes called "${state.topic}" with the sections ${state.outline.join(', ')}. ${state.note}`;
  const text = await say(draftText(state), prompt, state.pace, config);
  return { text, log: `draft: revision ${state.revision}` };
}

async function polish(state, config) {
  const text = await say(
    polishedText(state.text),
    `Say this in fewer words:\n${state.text}`,
    state.pace,
    config,
  );
  return { text, log: `polish: ${state.text.length - text.length} characters shorter` };
}

async function check(state, config) {
  await takeTime(state.pace, config);
  const checks = findings(state);
  return { checks, log: `check: ${checks.join(', ')}` };
}

const schemas = { state: PartState, input: PartInput, output: PartOutput };

const deep = new StateGraph(schemas)
  .addNode('polish', polish)
  .addNode('check', check)
  .addEdge(START, 'polish')
  .addEdge('polish', 'check')
  .addEdge('check', END)
  .compile();

/** The middle level: a draft, and a level below that improves it. */
export const write = new StateGraph(schemas)
  .addNode('draft', draft)
  .addNode('deep', deep)
  .addEdge(START, 'draft')
  .addEdge('draft', 'deep')
  .addEdge('deep', END)
  .compile();
