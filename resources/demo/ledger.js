// A state that is hard to show: deep, wide, in many scripts, with numeric keys, a list that only grows, and
// optionally two million characters of text.
import { END, ReducedValue, START, StateGraph, StateSchema } from '@langchain/langgraph';
import { z } from 'zod';
import { pace, takeTime } from './lib/pace.js';

const Entry = z.object({
  no: z.int(),
  account: z.string(),
  amount: z.number(),
  currency: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  by: z.object({ name: z.string(), desk: z.object({ city: z.string(), floor: z.int() }) }),
});

const inputFields = {
  count: z.int().min(0).max(5000).default(4).describe('How many entries to add.'),
  big: z.boolean().default(false).describe('Adds two million characters of text to the state.'),
  // The server reads its files back up to 50 levels; a deeper state would make every thread unreadable.
  depth: z.int().min(1).max(24).default(12).describe('How deep the nested value is.'),
  pace: pace(250),
};

const Input = new StateSchema(inputFields);
const State = new StateSchema({
  ...inputFields,
  entries: new ReducedValue(
    z
      .array(Entry)
      .default(() => [])
      .describe('The entries, oldest first.'),
    {
      inputSchema: z.union([Entry, z.array(Entry)]).describe('Entries to append; none is ever replaced.'),
      reducer: (before, added) => before.concat(added),
    },
  ),
  accounts: z
    .record(z.string(), z.object({ title: z.string(), balance: z.number() }))
    .default(() => ({}))
    .describe(
      'Balances by account number. Keys that look like numbers come first, whatever order they were written in.',
    ),
  tree: z.any().default(null).describe('A deeply nested value.'),
  names: z
    .record(z.string(), z.string())
    .default(() => ({}))
    .describe('Names in many scripts, some with marks that are hard to see.'),
  text: z.string().default('').describe('Empty, or two million characters when `big` was set.'),
  total: z.number().default(0).describe('The sum of all entries.'),
});

const accountTitles = {
  4000: 'Sales',
  10: 'Cash',
  2: 'Bank',
  1001: 'Stock',
  'a-1': 'Suspense',
  '007': 'Petty cash',
};

const people = [
  { name: 'Åsa Öberg', desk: { city: 'Malmö', floor: 3 } },
  { name: '山田 太郎', desk: { city: '大阪', floor: 12 } },
  { name: 'فاطمة الزهراء', desk: { city: 'فاس', floor: 1 } },
  { name: 'Zoë 👩🏽‍💻', desk: { city: 'São Paulo', floor: 0 } },
];

const texts = [
  'Invoice “A-17”, paid\nin two parts',
  'Rückgabe (½ Preis)',
  'Кофе и чай',
  'quote " backslash \\ tab \t',
];

function entry(no) {
  const accounts = Object.keys(accountTitles);
  return {
    no,
    account: accounts[no % accounts.length],
    amount: Math.round(((no * 7919) % 100_000) - 50_000) / 100,
    currency: ['EUR', 'JPY', 'MAD', 'BRL'][no % 4],
    text: texts[no % texts.length],
    tags: no % 3 === 0 ? [] : ['q4', `batch-${Math.floor(no / 10)}`],
    by: people[no % people.length],
  };
}

function nested(depth) {
  let value = { leaf: true, values: [0, -0.5, 1e21, 9007199254740991, null, '', [], {}] };
  for (let level = depth; level > 0; level -= 1) value = { level, inner: level % 3 === 0 ? [value] : value };
  return value;
}

function longText(length) {
  const line = 'The ledger keeps what was said, 一字一句, and nothing else. ';
  return line.repeat(Math.ceil(length / line.length)).slice(0, length);
}

async function open(state, config) {
  await takeTime(state.pace, config);
  const names = {
    plain: 'Anna',
    'with space': 'Ana María',
    ключ: 'Наталья',
    שם: 'נועה',
    名前: '花子',
    combining: 'Ame\u0301lie',
    zeroWidth: 'Ma\u200Brk',
    family: '👨‍👩‍👧‍👦',
    'dotted.key': 'a.b',
    'a"quote': '"',
    '': 'the empty key',
  };
  return { tree: nested(state.depth), names, text: state.big ? longText(2_000_000) : '' };
}

async function post(state, config) {
  await takeTime(state.pace, config);
  const first = state.entries.length + 1;
  return { entries: Array.from({ length: state.count }, (_, index) => entry(first + index)) };
}

async function close(state, config) {
  await takeTime(state.pace, config);
  const balances = {};
  for (const { account, amount } of state.entries) balances[account] = (balances[account] ?? 0) + amount;
  const accounts = Object.fromEntries(
    Object.entries(accountTitles).map(([id, title]) => [id, { title, balance: rounded(balances[id] ?? 0) }]),
  );
  return { accounts, total: rounded(state.entries.reduce((sum, { amount }) => sum + amount, 0)) };
}

const rounded = (amount) => Math.round(amount * 100) / 100;

export const graph = new StateGraph({ state: State, input: Input })
  .addNode('open', open)
  .addNode('post', post)
  .addNode('close', close)
  .addEdge(START, 'open')
  .addEdge('open', 'post')
  .addEdge('post', 'close')
  .addEdge('close', END)
  .compile();
