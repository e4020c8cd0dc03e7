import { expect, it } from 'vitest';
import { maxNotificationBody, maxNotificationTitle } from '../shared/model/run-notification.ts';
import { maxGathered } from './notification-queue.ts';
import { byImportance, notificationText, type SummarizedRun } from './notification-text.ts';

const run = (
  name: string,
  status: SummarizedRun['status'] = 'finished',
  line: string | null = null,
): SummarizedRun => ({
  connectionId: 'demo',
  threadId: name,
  runId: `run of ${name}`,
  outcome: status === 'failed' || status === 'finished' ? status : 'interrupted',
  error: null,
  status,
  name,
  serverName: 'Demo server',
  line,
});

it('the text for one run has its state, its thread, its server and why', () => {
  const question = run('Release notes', 'waiting', 'Approve this text?');
  expect(notificationText([question], [question])).toEqual({
    title: 'Run waits for an answer',
    body: 'Release notes (Demo server)\nApprove this text?',
  });
  const done = run('Release notes');
  expect(notificationText([done], [done])).toEqual({
    title: 'Run finished',
    body: 'Release notes (Demo server)',
  });
});

it('many runs are counted, and the first ones are named', () => {
  const runs = byImportance([
    run('a'),
    run('b', 'failed'),
    run('c'),
    run('d', 'waiting'),
    run('e', 'paused'),
  ]);
  expect(notificationText(runs, runs.slice(0, 3))).toEqual({
    title: '5 runs: 2 interrupted, 1 failed, 2 finished',
    body: 'd, e, b, and 2 more',
  });
  const same = [run('a'), run('b')];
  expect(notificationText(same, same)).toEqual({ title: '2 runs finished', body: 'a, b' });
});

it('a server’s text is one line without hidden characters, and is cut', () => {
  const hostile = run('a\u202egnp.exe\nsecond', 'failed', `<b>${'x'.repeat(10_000)}\u0000`);
  const { title, body } = notificationText([hostile], [hostile]);
  expect(title).toBe('Run failed');
  expect(body).toContain('a\\u202egnp.exe second (Demo server)\n<b>xxx');
  expect(body.length).toBeLessThanOrEqual(maxNotificationBody);
  expect(body.split('\n')).toHaveLength(2);
  const many = Array.from({ length: maxGathered }, (_, index) => run(`${index} ${'y'.repeat(500)}`));
  const all = notificationText(many, many);
  expect(all.title).toBe('1000 or more runs finished');
  expect(all.title.length).toBeLessThanOrEqual(maxNotificationTitle);
  expect(all.body.length).toBeLessThanOrEqual(maxNotificationBody);
});
