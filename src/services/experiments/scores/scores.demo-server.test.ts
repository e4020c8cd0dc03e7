import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckResult } from '../../../shared/model/experiment.ts';
import { ExperimentScores, type ExperimentInputs } from '../../../shared/model/experiment.ts';
import type { ExternalCheck } from '../../../shared/model/input-file.ts';
import type { ServerClients } from '../../common/server-clients.ts';
import { clientsFor } from '../../../testing/services/clients-for.ts';
import { openExperiments, type ExperimentFixture } from '../../../testing/services/open-experiments.ts';
import { sharedServer } from '../../../testing/shared-server.ts';
import { slowness } from '../../../testing/slowness.ts';

const { signal } = new AbortController();
const node = process.execPath;
let fixture: ExperimentFixture;
let serverClients: ServerClients;
let endpoint: Server;
let address: string;
// Another origin, to which nothing may come.
let otherEndpoint: Server;
let otherAddress: string;
let visits = 0;
const asked: { readonly path: string; readonly body: unknown; readonly authorization: string | undefined }[] =
  [];
let isAllowed: (check: ExternalCheck) => boolean = () => true;

const scripts: Readonly<Record<string, string>> = {
  'good.mjs': `let text = '';
for await (const part of process.stdin) text += part;
const { input, output, reference } = JSON.parse(text);
console.log(JSON.stringify({ score: output === reference ? 1 : 0.25, reason: JSON.stringify(input) }));`,
  'number.mjs': 'console.log(0.5);',
  'reference.mjs': `let text = '';
for await (const part of process.stdin) text += part;
console.log(JSON.stringify({ score: 1, reason: JSON.stringify(JSON.parse(text).reference) }));`,
  'late.mjs': `import { appendFileSync, existsSync } from 'node:fs';
appendFileSync('late.log', 'asked\\n');
setInterval(() => existsSync('late.go') && (console.log(0.5), process.exit()), 20);`,
  'exit.mjs': `console.error('no such metric'); process.exit(1);`,
  'words.mjs': `console.log('rather good');`,
  'huge.mjs': `process.stdout.write('1'.repeat(10_000_000));`,
  'slow.mjs': `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
writeFileSync('slow.pid', String(child.pid));
setInterval(() => {}, 1000);`,
};

function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
  const path = request.url ?? '';
  asked.push({ path, body: JSON.parse(body) as unknown, authorization: request.headers.authorization });
  const send = (status: number, text: string, headers = {}): void => {
    response.writeHead(status, headers).end(text);
  };
  if (path === '/good') send(200, '{"score":0.75,"reason":"<b>fair</b>"}');
  else if (path === '/refused') send(401, 'Who are you?');
  else if (path === '/echo') send(401, `What is ${String(request.headers.authorization)}?`);
  else if (path === '/away') send(307, '', { location: otherAddress });
  else if (path === '/moved') send(307, '', { location: '/good' });
  else if (path === '/huge') send(200, `{"score":1,"reason":"${'x'.repeat(2_000_000)}"}`);
  else if (path === '/words') send(200, 'fine');
  else if (path !== '/slow') send(404, '');
}

beforeAll(async () => {
  const { url, token } = await sharedServer('demo');
  serverClients = clientsFor(url, { headers: { authorization: `Bearer ${token}` } });
  fixture = await openExperiments(url, (_level, message) => expect.unreachable(message), {
    serverClients,
    isAllowed: (check) => isAllowed(check),
  });
  for (const [name, text] of Object.entries(scripts))
    await writeFile(join(fixture.projectFolder, name), text);
  endpoint = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => answer(request, response, body));
  });
  await new Promise<void>((resolve) => {
    endpoint.listen(0, '127.0.0.1', resolve);
  });
  otherEndpoint = createServer((_request, response) => {
    visits += 1;
    response.end('{"score":1}');
  });
  await new Promise<void>((resolve) => {
    otherEndpoint.listen(0, '127.0.0.1', resolve);
  });
  otherAddress = `http://127.0.0.1:${(otherEndpoint.address() as AddressInfo).port}/good`;
  address = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await fixture.close();
  otherEndpoint.close();
  endpoint.closeAllConnections();
  endpoint.close();
});

// Four households buy 10 loaves.
const four = { households: 4, absent: 0, pace: 0 };
let files = 0;

/** The results of these checks on a run of the demo server's survey. */
const scoresOf = (...checks: readonly object[]): Promise<CheckResult[]> => scoresOfInput({ checks });

async function scoresOfInput(members: object): Promise<CheckResult[]> {
  const path = `a${(files += 1)}.json`;
  await fixture.files.save(path, JSON.stringify({ version: 1, input: four, ...members }), null);
  const experimentId = await fixture.start([path], 'survey');
  await ended(experimentId);
  const [row] = await fixture.rowsOf(experimentId);
  return row?.result?.checks ?? [];
}

async function ended(experimentId: string): Promise<void> {
  await expect
    .poll(async () => (await fixture.rowsOf(experimentId, 'open')).length, { timeout: 20_000 * slowness() })
    .toBe(0);
}

const command = (script: string, more: object = {}): object => ({
  kind: 'command',
  command: [node, script],
  of: 'total',
  ...more,
});
const http = (path: string, more: object = {}): object => ({ kind: 'http', url: address + path, ...more });
const judge = (more: object): object => ({ kind: 'judge', assistant: 'judge', of: 'total', ...more });

describe('a command', () => {
  it('gets input, output and reference, and gives a score with a reason or a plain number', async () => {
    const [equal, other, number] = await scoresOf(
      command('good.mjs', { name: 'exact', reference: 10, atLeast: 0.5 }),
      command('good.mjs', { name: 'other', reference: 11, atLeast: 0.5 }),
      command('number.mjs'),
    );
    const reason = JSON.stringify(four);
    expect(equal).toEqual({
      label: 'exact: score at least 0.5',
      outcome: 'passed',
      reason: `Score 1: ${reason}`,
      score: { name: 'exact', value: 1, atLeast: 0.5, run: null },
    });
    expect(other).toMatchObject({ outcome: 'failed', score: { value: 0.25 } });
    expect(number).toMatchObject({
      outcome: 'passed',
      reason: 'Score 0.5.',
      score: { value: 0.5, atLeast: null },
    });
  });

  it('that fails, writes something else or too much, or is missing gives no score, and says why', async () => {
    const results = await scoresOf(
      command('exit.mjs'),
      command('words.mjs'),
      command('huge.mjs'),
      command('', { command: [join(fixture.projectFolder, 'no-such-program')] }),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    expect(results.map(({ score }) => score?.value)).toEqual([null, null, null, null]);
    const [exit, words, huge, missing] = results.map(({ reason }) => reason);
    expect(exit).toBe('The command ended with code 1: no such metric');
    expect(words).toBe('The answer is not JSON: rather good');
    expect(huge).toBe('The command wrote more than 256 kB, and was killed.');
    expect(missing).toContain('The command could not be started:');
  });

  it('that takes too long is killed with all that it started', async () => {
    // Long enough to start two programs.
    const timeout = Math.ceil(1.5 * slowness());
    const [slow] = await scoresOf(command('slow.mjs', { timeout }));
    expect(slow?.reason).toBe(`The command did not end within ${timeout} s, and was killed.`);
    const pid = Number(await readFile(join(fixture.projectFolder, 'slow.pid'), 'utf8'));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('is not started before it was allowed, whatever else was', async () => {
    isAllowed = ({ kind }) => kind === 'http';
    await writeFile(
      join(fixture.projectFolder, 'trace.mjs'),
      `import fs from 'node:fs'; fs.writeFileSync('trace', '');`,
    );
    const [result] = await scoresOf(command('trace.mjs'));
    isAllowed = () => true;
    expect(result).toMatchObject({ outcome: 'unknown', score: { value: null } });
    expect(result?.reason).toContain('was not allowed on this computer');
    await expect(readFile(join(fixture.projectFolder, 'trace'))).rejects.toThrow('ENOENT');
  });
});

describe('an experiment that runs again', () => {
  it('is asked about what the checks of its files reach now', async () => {
    const save = (path: string, ...checks: readonly object[]) =>
      writeFile(
        join(fixture.projectFolder, 'inputs', path),
        JSON.stringify({ version: 1, input: four, checks }),
      );
    await fixture.files.save('r1.json', '{}', null);
    await save('r1.json', command('exit.mjs'));
    await save('r2.json', judge({}));
    const experimentId = await fixture.start(['r1.json', 'r2.json'], 'survey', { repetitions: 2 });
    await ended(experimentId);
    const askedAbout = async (id: string, rows: 'all' | 'failed') => {
      const calls = fixture.experiments().calls;
      return (await calls['experiments.externalChecks']({ experimentId: id, rows }, signal)).checks;
    };
    const first = { kind: 'command', text: JSON.stringify([node, 'exit.mjs']) };
    expect(await askedAbout(experimentId, 'all')).toEqual([first]);
    await save('r2.json', http('/changed'));
    expect(await askedAbout(experimentId, 'all')).toEqual([
      first,
      { kind: 'http', text: `${address}/changed` },
    ]);
    const inputs: ExperimentInputs = { kind: 'rows', inputs: [JSON.stringify(four)] };
    expect(await askedAbout(await fixture.start(inputs, 'survey'), 'all')).toEqual([]);
  });
});

describe('an HTTP call', () => {
  it('posts input, output and reference, and gives a score', async () => {
    const [good] = await scoresOf(http('/good', { of: 'total', reference: [1, 2], atLeast: 0.8 }));
    expect(good).toMatchObject({ outcome: 'failed', reason: 'Score 0.75: <b>fair</b>' });
    expect(asked).toEqual([
      { path: '/good', body: { input: four, output: 10, reference: [1, 2] }, authorization: undefined },
    ]);
  });

  it('carries the keys that it names to the origin that they were entered for, and nowhere else', async () => {
    const value = 'Bearer canary-4711-key';
    const headers = { Authorization: 'score-key' };
    const saveKey = (origin: string) =>
      fixture.saveKey({ origin, name: 'score-key', value, storage: 'sealed' });
    await saveKey('http://127.0.0.1:1/path');
    const before = asked.length;
    const [missing] = await scoresOf(http('/good', { headers }));
    expect(missing).toMatchObject({
      outcome: 'unknown',
      reason: `No key "score-key" was entered for ${address}, so nothing was sent. Enter it in the check, or name it with --check-key.`,
    });
    expect(asked.length).toBe(before);
    await saveKey(address);
    const results = await scoresOf(
      http('/good', { headers }),
      http('/echo', { headers }),
      http('/moved', { headers }),
      http('/away', { headers }),
      http('/good', { headers: { host: 'score-key' } }),
    );
    expect(results.map(({ reason }) => reason)).toEqual([
      'Score 0.75: <b>fair</b>',
      'The address answers 401: it wants a key, or another one: What is [secret]?',
      'The address redirects (307), which is not followed.',
      'The address redirects (307), which is not followed.',
      'The header host is set by the studio. Remove it.',
    ]);
    const sent = asked.slice(before).toSorted((a, b) => a.path.localeCompare(b.path));
    expect(sent.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/away', value],
      ['/echo', value],
      ['/good', value],
      ['/moved', value],
    ]);
    expect(visits).toBe(0);
    // Neither the documents nor the experiments have it.
    const entries = await readdir(fixture.folder, { recursive: true, withFileTypes: true });
    const stored = entries.filter((entry) => entry.isFile());
    expect(stored.map(({ name }) => name)).toContain('check-keys.json');
    for (const { parentPath, name } of stored)
      expect(await readFile(join(parentPath, name), 'utf8')).not.toContain('canary-4711');
    await fixture.forgetKey({ origin: address, name: 'score-key' });
    const [gone] = await scoresOf(http('/good', { headers }));
    expect(gone?.reason).toContain('No key "score-key" was entered');
  });

  it('that is refused, redirected, too long, no JSON, too slow or without a listener gives no score', async () => {
    const before = asked.length;
    const results = await scoresOf(
      http('/refused'),
      http('/moved'),
      http('/huge'),
      http('/words'),
      http('/slow', { timeout: 1 }),
      { kind: 'http', url: 'http://127.0.0.1:1/' },
    );
    expect(new Set(results.map(({ outcome, score }) => `${outcome} ${score?.value}`))).toEqual(
      new Set(['unknown null']),
    );
    expect(results.map(({ reason }) => reason)).toEqual([
      'The address answers 401: it wants a key, or another one: Who are you?',
      'The address redirects (307), which is not followed.',
      'The answer has more than 256 kB.',
      'The answer is not JSON: fine',
      'There was no answer within 1 s.',
      expect.stringContaining('The address could not be reached:') as string,
    ]);
    const paths = asked.slice(before).map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['/huge', '/moved', '/refused', '/slow', '/words']);
  });
});

describe('a judge', () => {
  it('scores the output on a thread of its own, which stays to be looked at', async () => {
    const [exact, half, path] = await scoresOf(
      judge({ reference: '10', atLeast: 1 }),
      judge({ name: 'half', reference: '10 loaves' }),
      judge({
        name: 'path',
        reference: '10 loaves',
        score: 'len(reason)',
        reason: 'reference',
        server: 'Real',
      }),
    );
    expect(exact).toMatchObject({ label: 'judge: score at least 1', outcome: 'passed', score: { value: 1 } });
    expect(half).toMatchObject({
      reason: 'Score 0.5: Missing: loaves.',
      score: { value: 0.5, name: 'half' },
    });
    expect(path).toMatchObject({ reason: 'Score 16: 10 loaves' });
    const runs = [exact, half, path].map((result) => result?.score?.run);
    expect(new Set(runs.map((run) => run?.threadId)).size).toBe(3);
  });

  it('that asks, fails, is gone, talks or is on a server without a name gives no score, and says why', async () => {
    const gone = '11111111-2222-4333-8444-555555555555';
    const results = await scoresOf(
      judge({}),
      judge({ of: 'nothing', reference: 'a' }),
      judge({ assistant: gone, reference: 'a' }),
      judge({ assistant: 'support', send: 'message' }),
      judge({ server: 'Elsewhere', reference: 'a' }),
      judge({ reference: 'a', score: 'reason' }),
    );
    expect(new Set(results.map(({ outcome, score }) => `${outcome} ${score?.value}`))).toEqual(
      new Set(['unknown null']),
    );
    const [asks, fails, missing, talks, elsewhere, words] = results.map(({ reason }) => reason);
    expect(asks).toBe('The judge waits for an answer.');
    expect(fails).toContain('The judge failed: ');
    expect(fails).toContain('There is no output to score.');
    expect(missing).toBe(`The server has no assistant ${gone}.`);
    expect(talks).toContain('The answer is not JSON: ');
    expect(elsewhere).toBe('No saved server is called Elsewhere.');
    expect(words).toContain('has no number as its score, but Missing: a.');
  });

  it('that takes too long is cancelled', async () => {
    const [slow] = await scoresOf(
      // Twenty seconds, which the survey does in no time.
      { kind: 'judge', assistant: 'writer', timeout: 1 },
    );
    expect(slow?.reason).toBe('The judge did not end within 1 s, and was cancelled.');
    const run = slow?.score?.run;
    expect(run).not.toBeNull();
  });
});

describe('the reference', () => {
  it('is that of the input for each kind of check without one', async () => {
    const before = asked.length;
    const results = await scoresOfInput({
      reference: '10 loaves',
      checks: [
        command('reference.mjs'),
        command('reference.mjs', { reference: ['its own'] }),
        command('reference.mjs', { reference: null }),
        http('/good', { of: 'total' }),
        judge({}),
      ],
    });
    expect(results.map(({ reason }) => reason)).toEqual([
      'Score 1: "10 loaves"',
      'Score 1: ["its own"]',
      'Score 1: null',
      'Score 0.75: <b>fair</b>',
      'Score 0.5: Missing: loaves.',
    ]);
    expect(asked.slice(before)).toMatchObject([{ body: { output: 10, reference: '10 loaves' } }]);
  });
});

describe('the guide', () => {
  it('has a judge and a script that score as it says', async () => {
    const guide = await readFile(join(import.meta.dirname, '../../../../docs/guides/scores.md'), 'utf8');
    const block = (language: string): string =>
      new RegExp(`^ *\`\`\`${language}\\n([^]*?)^ *\`\`\`$`, 'm').exec(guide)?.[1] ?? '';
    await writeFile(join(fixture.projectFolder, 'exact.mjs'), block('js'));
    await fixture.files.save('guide.json', block('json'), null);
    const experimentId = await fixture.start(['guide.json'], 'survey');
    await ended(experimentId);
    expect(await fixture.rowsOf(experimentId)).toMatchObject([
      { result: { outcome: 'passed', checks: [{ reason: 'Score 0.5: Missing: loaves.' }] } },
    ]);
    const [exact] = await scoresOf(command('exact.mjs', { reference: 10 }));
    expect(exact?.reason).toBe('Score 1: It is 10.');
  });
});

describe('scores of an experiment', () => {
  it('that is stopped are asked for no more', async () => {
    await fixture.files.save(
      'stopped.json',
      JSON.stringify({ version: 1, input: four, checks: [{ kind: 'judge', assistant: 'writer' }] }),
      null,
    );
    const client = await serverClients.get('real');
    const judges = () => client.threads.search({ metadata: { name: 'Score: writer' }, limit: 100 });
    const before = (await judges()).length;
    // More than are scored at a time, and so few that all of them have run before a judge has ended, which takes 20 s.
    const repetitions = 6;
    const experimentId = await fixture.start(['stopped.json'], 'survey', { repetitions });
    const rowThreads = () =>
      client.threads.search({ metadata: { experiment_id: experimentId }, status: 'idle', limit: 100 });
    await expect
      .poll(async () => (await rowThreads()).length, { timeout: 10_000 * slowness() })
      .toBe(repetitions);
    const judgesAtOnce = 4;
    await expect
      .poll(async () => (await judges()).length, { timeout: 10_000 * slowness() })
      .toBe(before + judgesAtOnce);
    await fixture.experiments().calls['experiments.stop']({ connectionId: 'real', experimentId }, signal);
    await ended(experimentId);
    const rows = await fixture.rowsOf(experimentId);
    const reasons = rows.flatMap(({ result }) =>
      result?.checks.map(({ outcome, reason }) => `${outcome}: ${reason}`),
    );
    expect(reasons).toEqual(
      Array.from({ length: repetitions }, () => 'unknown: The experiment was stopped before it was scored.'),
    );
    expect((await judges()).length).toBeLessThanOrEqual(before + judgesAtOnce);
    await expect.poll(async () => (await judges()).filter(({ status }) => status === 'busy')).toEqual([]);
  });

  it('are asked for again after a restart that came in between', async () => {
    const log = join(fixture.projectFolder, 'late.log');
    const timesAsked = () =>
      readFile(log, 'utf8').then(
        (text) => text.match(/asked/g)?.length ?? 0,
        () => 0,
      );
    await fixture.files.save(
      'late.json',
      JSON.stringify({ version: 1, input: four, checks: [command('late.mjs')] }),
      null,
    );
    const experimentId = await fixture.start(['late.json'], 'survey');
    await expect.poll(timesAsked, { timeout: 10_000 * slowness() }).toBe(1);
    await fixture.reopen();
    expect(await fixture.viewOf(experimentId)).toMatchObject({ counts: { active: 1, unknown: 0 } });
    // Before that, no command has a score.
    await writeFile(join(fixture.projectFolder, 'late.go'), '');
    await ended(experimentId);
    expect(await fixture.rowsOf(experimentId)).toMatchObject([
      { result: { outcome: 'passed', checks: [{ score: { value: 0.5 } }] } },
    ]);
    expect(await timesAsked()).toBe(2);
  });

  it('have their standard deviation over repetitions, their history, and a difference between assistants', async () => {
    const paths = ['p1', 'p2', 'p3', 'p4', 'p5'].map((name) => `${name}.json`);
    for (const [index, path] of paths.entries()) {
      const checks = [judge({ name: 'words', reference: index === 0 ? '10' : '10 loaves', atLeast: 0.9 })];
      await fixture.files.save(path, JSON.stringify({ version: 1, input: four, checks }), null);
    }
    const first = await fixture.start(paths, 'survey', { repetitions: 2 });
    await ended(first);
    const second = await fixture.start(paths, 'survey');
    // The same graph by the id of its assistant.
    const client = await serverClients.get('real');
    const [assistant] = await client.assistants.search({ graphId: 'survey' });
    await fixture.start(paths, assistant?.assistant_id ?? '', { experimentId: second });
    await ended(second);
    const rows = await fixture.rowsOf(first);
    expect(rows.map(({ repetition }) => repetition)).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
    expect(new Set(rows.map(({ threadId }) => threadId)).size).toBe(10);
    const scores = async (experimentId: string): Promise<ExperimentScores> =>
      ExperimentScores.parse(
        await fixture.experiments().calls['experiments.scores']({ experimentId }, signal),
      );
    const statistics = { unknown: 0, mean: 0.6, passed: 2, failed: 8, count: 10 };
    expect((await scores(first)).series).toMatchObject([
      { name: 'words', target: 0, history: [], ...statistics },
    ]);
    // 2 ones and 8 halves: squares of 0.4 and 0.1, divided by 9.
    expect((await scores(first)).series[0]?.standardDeviation).toBeCloseTo(
      Math.sqrt((2 * 0.16 + 8 * 0.01) / 9),
      12,
    );
    const later = await scores(second);
    expect(
      later.series.map(({ count, history }) => [count, history.map(({ experimentId }) => experimentId)]),
    ).toEqual([
      [5, [first]],
      [5, []],
    ]);
    expect(later.series[0]?.history[0]).toMatchObject(statistics);
    expect(later.pairs).toEqual([
      { name: 'words', first: 0, second: 1, inputs: 5, difference: 0, low: 0, high: 0 },
    ]);
    // What was stored is the same after a restart.
    await fixture.reopen();
    expect(await scores(second)).toEqual(later);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
