// Translates a notice into several languages at once (one task per language with Send), then waits for two
// people at the same time: two pending interrupts, each with its own answer.
import { END, ReducedValue, START, Send, StateGraph, StateSchema, interrupt } from '@langchain/langgraph';
import { z } from 'zod';
import { pace, takeTime } from './lib/pace.js';

const knownTexts = {
  German: 'Am Sonntag sind wir von 2 bis 4 Uhr nicht erreichbar.',
  French: 'Dimanche, le service sera interrompu de 2 h à 4 h.',
  Japanese: '日曜日の2時から4時まで、サービスを停止します。',
  Arabic: 'ستتوقف الخدمة يوم الأحد من الساعة 2 إلى الساعة 4.',
};

const inputFields = {
  notice: z
    .string()
    .default('On Sunday the service is down from 2 to 4.')
    .describe('What is to be translated.'),
  languages: z
    .array(z.string())
    .default(() => Object.keys(knownTexts))
    .describe('One branch runs for each of these, all at once.'),
  pace: pace(600),
};

const byLanguage = z.record(z.string(), z.string()).default(() => ({}));
const byPerson = z
  .record(z.string(), z.object({ approved: z.boolean(), note: z.string() }))
  .default(() => ({}));
const merged = (schema, description) =>
  new ReducedValue(schema.describe(description), { reducer: (before, added) => ({ ...before, ...added }) });

const Input = new StateSchema(inputFields);
const State = new StateSchema({
  ...inputFields,
  translations: merged(byLanguage, 'The text in each language. Branches add to it.'),
  answers: merged(byPerson, 'What each reviewer said.'),
  sent: z.boolean().default(false).describe('Whether the notice went out.'),
});

async function split(state, config) {
  await takeTime(state.pace / 2, config);
  return { sent: false };
}

const branches = (state) =>
  state.languages.length === 0
    ? 'gather'
    : state.languages.map((language, index) => new Send('translate', { ...state, language, index }));

async function translate({ notice, language, index, pace: ms }, config) {
  // Branches end one after the other, so that the canvas shows which are still running.
  await takeTime(ms * (1 + index / 3), config);
  return { translations: { [language]: knownTexts[language] ?? `[${language}] ${notice}` } };
}

async function gather(state, config) {
  await takeTime(state.pace / 2, config);
  return {};
}

const askNode = (person, question) => async (state, config) => {
  const answer = interrupt({
    question,
    translations: state.translations,
    answer_with: { approved: true, note: '' },
  });
  await takeTime(state.pace / 2, config);
  const approved = answer === true || answer?.approved === true;
  const note = typeof answer === 'string' ? answer : String(answer?.note ?? '');
  return { answers: { [person]: { approved, note } } };
};

async function send(state, config) {
  await takeTime(state.pace, config);
  return { sent: Object.values(state.answers).every(({ approved }) => approved) };
}

export const graph = new StateGraph({ state: State, input: Input })
  .addNode('split', split)
  .addNode('translate', translate)
  .addNode('gather', gather)
  .addNode('legal', askNode('legal', 'Legal: may we send this?'))
  .addNode('support_lead', askNode('support_lead', 'Support: will customers understand this?'))
  .addNode('send', send)
  .addEdge(START, 'split')
  .addConditionalEdges('split', branches, ['translate', 'gather'])
  .addEdge('translate', 'gather')
  .addEdge('gather', 'legal')
  .addEdge('gather', 'support_lead')
  .addEdge(['legal', 'support_lead'], 'send')
  .addEdge('send', END)
  .compile();
