import { describe, expect, it } from 'vitest';
import { abortAfter, GraphClient } from 'remote-graph-client/client';
import type { JudgeCheck } from '../../../shared/inputs/check.ts';
import { readAnswer, scoreByJudge } from './score-by-judge.ts';
import { parseScore } from './parse-score.ts';
import { membersText, messageOf } from './score-request.ts';

const members = { send: 'members', score: null, reason: null } as const;
const message = { send: 'message', score: null, reason: null } as const;

describe('the answer of a judge', () => {
  it('is read from members of its state, or by expressions', () => {
    expect(readAnswer(members, '{"score":0.5,"reason":"fair"}')).toEqual({ score: 0.5, reason: 'fair' });
    const values = '{"grades":[{"value":"0.25","why":{"a":1}}]}';
    const paths = { ...members, score: 'grades[0].value', reason: 'grades[-1].why' };
    expect(readAnswer(paths, values)).toEqual({ score: 0.25, reason: '{"a":1}' });
  });

  it.each([
    ['"{\\"score\\": 1, \\"reason\\": \\"ok\\"}"', { score: 1, reason: 'ok' }],
    ['"```json\\n{\\"score\\": 0}\\n```"', { score: 0, reason: '' }],
    ['[{"type":"text","text":"{\\"score\\":"},{"type":"text","text":"0.5}"}]', { score: 0.5, reason: '' }],
    ['"true"', { score: 1, reason: '' }],
    ['"It is good."', { score: null, problem: 'The answer is not JSON: It is good.' }],
    ['""', { score: null, problem: 'The answer is empty.' }],
  ])('is read from its last message: %s', (content, answer) => {
    const values = `{"messages":[{"type":"human","content":"?"},{"type":"ai","content":${content}}]}`;
    expect(readAnswer(message, values)).toEqual(answer);
  });

  it.each([
    ['{"score":null}', 'null'],
    ['{"score":1e999}', 'null'],
    ['{"score":[1]}', '[1]'],
    ['{"score":""}', ''],
    ['{}', 'nothing'],
    ['"good"', 'good'],
  ])('that has no number is no score: %s', (text, what) => {
    expect(parseScore(text)).toEqual({
      score: null,
      problem: `The answer has no number as its score, but ${what}.`,
    });
  });

  it('that has a number without bounds is no score', () => {
    expect(parseScore('{"score":-1e200}')).toEqual({
      score: null,
      problem: 'The score -1e+200 is too large.',
    });
    expect(parseScore('-1e15')).toEqual({ score: -1e15, reason: '' });
  });

  it('is cut off if it is long', () => {
    const { reason } = { reason: '', ...parseScore(JSON.stringify({ score: 1, reason: 'x'.repeat(5000) })) };
    expect(reason).toHaveLength(1001);
  });
});

describe('the time of a judge', () => {
  const check: JudgeCheck = {
    kind: 'judge',
    name: null,
    of: null,
    referenceText: null,
    atLeast: null,
    seconds: null,
    server: null,
    assistant: 'judge',
    send: 'members',
    score: null,
    reason: null,
  };
  const question = { inputText: null, outputText: '1', referenceText: null };

  /** Asks a server whose run has these statuses, one for each time that it is read; then it has ended. */
  async function ask(statuses: readonly string[], seconds: number, signal: AbortSignal) {
    const left = [...statuses];
    const requests: string[] = [];
    const client = new GraphClient({
      url: 'http://server.invalid',
      apiKey: null,
      fetch: async (request, init) => {
        const { pathname } = new URL(request instanceof Request ? request.url : request);
        const method = request instanceof Request ? request.method : (init?.method ?? 'GET');
        requests.push(`${method} ${pathname}`);
        const answer = pathname.endsWith('/runs/r')
          ? { run_id: 'r', thread_id: 't', status: left.shift() ?? 'success' }
          : pathname.endsWith('/state')
            ? { values: { score: 0.5, reason: 'fair' }, next: [], tasks: [] }
            : { thread_id: 't', run_id: 'r', status: 'pending' };
        return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
      },
    });
    const options = { check, question, name: 'Score', seconds, onStarted: () => undefined };
    const answer = await scoreByJudge(client, options, signal).catch((error: unknown) => error);
    return { answer, isCancelled: requests.includes('POST /threads/t/runs/r/cancel') };
  }

  it('begins when the server begins, and not in its queue', async () => {
    const queued = await ask(['pending', 'pending', 'running'], 1, new AbortController().signal);
    expect(queued).toEqual({ answer: { score: 0.5, reason: 'fair' }, isCancelled: false });
    const slow = await ask(['running', 'running', 'running', 'running'], 1, new AbortController().signal);
    expect(slow).toEqual({
      answer: { score: null, problem: 'The judge did not end within 1 s, and was cancelled.' },
      isCancelled: true,
    });
  });

  it('ends in the queue when the experiment is stopped', async () => {
    const { answer, isCancelled } = await ask(
      Array.from({ length: 20 }, () => 'pending'),
      60,
      abortAfter(700),
    );
    expect(answer).toBeInstanceOf(Error);
    expect(isCancelled).toBe(true);
  });
});

it('a question has its values as they were, and as a message those that there are', () => {
  const question = { inputText: '{"n":1.0}', outputText: '9007199254740993', referenceText: null };
  expect(membersText(question)).toBe('{"input":{"n":1.0},"output":9007199254740993,"reference":null}');
  const { messages } = JSON.parse(messageOf({ ...question, referenceText: '"good"' })) as {
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
  expect(messages).toHaveLength(1);
  expect(messages[0]?.content).toMatch(
    /^Input:\n\{"n":1\.0\}\n\nOutput:\n9007199254740993\n\nReference:\ngood\n\n/,
  );
});
