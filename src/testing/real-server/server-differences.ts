import { languageOf, testServer, type TestServer } from './test-server.ts';

/** One difference: what a test expects of each server, and why they differ. */
interface Difference<T> {
  readonly why: string;
  readonly javascript: T;
  readonly python: T;
  /** Of servers that differ from the one of their language. */
  readonly others: Readonly<Partial<Record<TestServer, T>>>;
}

const differs = <T>(
  why: string,
  javascript: T,
  python: T,
  others: Readonly<Partial<Record<TestServer, T>>> = {},
): Difference<T> => ({ why, javascript, python, others });

/**
 * Where the JavaScript server 1.5.1 and the Python server 0.16.7 differ in what tests of the client and the services
 * expect. Each is a fact (docs/protocol.md, The Python server in memory). What a test can't express this way is in
 * `different-tests.ts`.
 */
export const serverDifferences = {
  identity: differs<object>('/info says what the server is.', { context: 'js' }, { version: '0.16.7' }),
  invalidThreadId: differs(
    'Refusals are worded differently.',
    'thread_id: Invalid uuid',
    'Invalid thread ID: must be a UUID',
  ),
  unknownAssistant: differs(
    'Python checks the form of an assistant before it looks for it, and lists the graphs.',
    { status: 404, text: 'No assistant found for "nosuch"' },
    { status: 422, text: "Invalid assistant: 'nosuch'" },
    { aegra: { status: 404, text: "Assistant 'nosuch' not found" } },
  ),
  deepAgentFile: differs(
    'The packages word the answer of their tool differently.',
    "Successfully wrote to '/answer.md'",
    'Updated file /answer.md',
  ),
  nodeThatAsks: differs<string>(
    'In a run by commands, no event of the Python server tells which node asks. The state does.',
    'interrupted',
    'unknown',
  ),
  eventIds: differs(
    'The JavaScript server counts events, the Python server in memory uses the time.',
    /^\d+$/,
    /^\d{13}-0$/,
  ),
  idsAreUnique: differs(
    'The Python server in memory gives events of one millisecond the same id.',
    true,
    false,
  ),
  okWithoutUser: differs<number | boolean>('/ok needs no user on the Python server.', 401, true),
  copyWithoutAccess: differs(
    'Python asks for the permission to create before it looks for the thread.',
    409,
    403,
  ),
  copiedHeaders: differs<object>(
    'Python copies headers into the configuration only where http.configurable_headers names them.',
    { 'x-team': 'blue', 'user-agent': 'test/1' },
    {},
  ),
  statusAfterCancel: differs(
    'A thread whose run was cancelled is interrupted on the Python server, without an interrupt.',
    'idle',
    'interrupted',
  ),
  contextWithoutOne: differs<object>(
    'Python fills in the defaults of the context schema.',
    {},
    { model: 'small' },
  ),
  updateKeepsCreation: differs(
    'The Python server in memory gives an item of the store that is written again a new time of creation.',
    true,
    false,
  ),
  refusedEdit: differs(
    'An edit that the graph can not apply is a 500 on the JavaScript server, and a 400 with its reason on the Python server.',
    'server-failed',
    'rejected-by-server',
  ),
  copiedTeam: differs<object>(
    'Python copies headers into the configuration only where http.configurable_headers names them.',
    { 'x-team': 'blue' },
    {},
  ),
  answerToNothing: differs(
    'Where nothing was asked, false can be told from no answer on the Python server only, which fails the run.',
    { error: 'ArgumentError', runs: 0 },
    { error: 'StreamError', runs: 1 },
  ),
  refusedMessage: differs(
    'A message that the graph can not take is a 400 or a 500 on the Python server.',
    /^server-failed$/,
    /^(rejected-by-server|server-failed)$/,
  ),
  updateWithoutState: differs<string[]>(
    'An update without values as no node starts a thread without a state on the Python server.',
    [],
    ['receive'],
  ),
  webhookContentType: differs(
    'The JavaScript server names no type, so that its HTTP client does.',
    'text/plain;charset=UTF-8',
    'application/json',
  ),
  runtime: differs('What /info says.', 'js', 'python'),
  unknownAssistantCode: differs(
    'An unknown name is 404 on the JavaScript server, and 422 on the Python server, as no UUID.',
    'not-found',
    'rejected-by-server',
  ),
  waitHasEvents: differs('See joinedWait.', false, true),
  joinedWait: differs(
    'A run that somebody waited for can be joined after its end on the Python server only.',
    /^Events of a run: Neither the studio nor/,
    /^Times of events: The events were read after the run/,
  ),
  pacesRecorded: differs<string[]>(
    'The Python server lists no task where a node waits for several others, so that its checkpoints do not tell that it ran.',
    ['first finished', 'left finished', 'right finished', 'last finished'],
    ['first finished', 'left finished', 'right finished'],
  ),
  pauseBeforeJoin: differs<object>(
    'See pacesRecorded. That the run paused, its thread tells.',
    { place: 'before', nodes: ['last'] },
    { place: 'unknown', nodes: [] },
  ),
  outcomeOfQuestion: differs('A run that asks is interrupted on every server.', 'interrupted', 'interrupted'),
  codeOfMissingThread: differs('A thread that is not there is 404.', 'not-found', 'not-found'),
  busyStatus: differs('A second run on a busy thread.', 422, 409),
} satisfies Readonly<Record<string, Difference<unknown>>>;

/** What the server of this run is expected to do. */
export function differing<K extends keyof typeof serverDifferences>(
  name: K,
): (typeof serverDifferences)[K]['javascript'] {
  const { others, ...difference } = serverDifferences[name];
  return others[testServer] ?? difference[languageOf(testServer)];
}
