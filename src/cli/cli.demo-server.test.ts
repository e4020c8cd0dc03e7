import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractZip } from '../services/recordings/extract-zip.ts';
import { slowness } from '../testing/slowness.ts';
import { inFull } from '../testing/test-scale.ts';
import { createDemoCli, type DemoCli } from './testing/demo-cli.ts';

const canaryKey = 'lsv2_canary_cli_key_4711';

let demo: DemoCli;
beforeAll(async () => {
  demo = await createDemoCli(canaryKey);
}, 60_000 * slowness());
afterAll(() => demo.cli.remove());

const run: DemoCli['run'] = (...call) => demo.run(...call);
const json: DemoCli['json'] = (...call) => demo.json(...call);

/** Statuses of the page, of the right token and a wrong one, and the exit code of the container's health check. */
async function visitStudio(port: string, access: string): Promise<readonly unknown[]> {
  const origin = `http://127.0.0.1:${port}`;
  const exchange = (code: string): Promise<Response> =>
    fetch(`${origin}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ code }),
    });
  const answers = [await fetch(origin), await exchange(access), await exchange(`${access}x`)];
  const check = join(import.meta.dirname, '../../resources/container/health-check.mjs');
  const env = { ...process.env, REMOTE_GRAPH_STUDIO_ADDRESS: '127.0.0.1', REMOTE_GRAPH_STUDIO_PORT: port };
  const health = await promisify(execFile)(process.execPath, [check], { env }).then(
    () => 0,
    (failed: { readonly code: number }) => failed.code,
  );
  return [...answers.map(({ status }) => status), health];
}

const onDemo = ['--server', 'demo'];
/** Less than a command of the test may take. */
const inTime = ['--timeout', String(40 * slowness())];

describe('the command line, as it is installed from its package', { timeout: 60_000 * slowness() }, () => {
  it('runs a graph to its interrupt, answers it, and reads, edits and compares what it left', async () => {
    const started = await json(['run', 'writer'], { stdin: '{"topic": "tides", "pace": 0}' });
    expect(started.code).toBe(5);
    expect(started.document).toMatchObject({ outcome: 'interrupted', values: { topic: 'tides' } });
    const { threadId } = started.document;
    expect(started.document.interrupts).toHaveLength(1);

    const frames = await run([
      'run',
      'writer',
      ...onDemo,
      '--thread',
      threadId,
      '--resume',
      '{"approved":true}',
      '--as-json',
    ]);
    const lines = frames.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ event }) => event)).toContain('updates');
    expect(lines.at(-1)).toMatchObject({ end: { outcome: 'finished' } });
    expect(frames.code).toBe(0);

    const set = ['state', 'set', threadId, 'topic="waves"', '--as-node', 'plan', ...onDemo, '--json'];
    const edited = await run(set);
    expect([edited.code, edited.err]).toEqual([0, '']);
    expect((await run(['state', 'get', threadId, '--key', 'topic', ...onDemo])).out).toBe('"waves"\n');

    const history = await json(['history', threadId, '--limit', '2']);
    const [newest, older] = history.document.checkpoints;
    expect(newest.checkpointId).toBe(JSON.parse(edited.out).checkpointId);
    const same = await json(['diff', threadId, `${threadId}@${newest.checkpointId}`]);
    expect([same.code, same.document.equal]).toEqual([0, true]);
    const other = await json(['diff', `${threadId}@${older.checkpointId}`, threadId]);
    expect(other.code).toBe(1);
    expect(other.document.differences.map(({ path }: { path: string }) => path)).toContain('/topic');

    const { document: changed } = await json(['what-changed', threadId]);
    const sides = [`run:${threadId}/${changed.run.runId}`, `turn:${threadId}/${changed.run.runId}`];
    const runs = await run(['diff', ...sides, ...onDemo]);
    expect(runs.out).toMatch(/^same +config$|^same +input$|^different +input$/m);
    expect(runs.out).toContain('Nodes that ran:');

    const only = join(demo.cli.dataFolder, 'one-run.recording.zip');
    const { runId } = lines[0].start;
    const one = await json(['record', threadId, '--run', runId, '-o', only]);
    expect(one).toMatchObject({ code: 0, document: { counts: { runs: 1, frames: lines.length - 2 } } });
    const { run_id: recordedRun } = await extractZip(
      only,
      await mkdtemp(join(demo.cli.dataFolder, 'one-run-')),
    );
    expect(recordedRun).toBe(runId);
  });

  it.runIf(inFull)(
    'clones a thread, prints the ID of the clone alone, and compares executions (in full only)',
    async () => {
      const { document } = await json(['run', 'writer', '--input', '{"topic":"tides","pace":0}']);
      const { threadId } = document;
      const cloned = await run(['threads', 'clone', threadId, ...onDemo, '--name', 'Clone']);
      expect(cloned).toMatchObject({ code: 0, err: expect.stringContaining('1 pending interrupt.') });
      expect(cloned.err).toMatch(/^All 4 checkpoints equal the source, value by value\.\n/);
      const same = await json(['diff', threadId, cloned.out.trim()]);
      expect([same.code, same.document.equal]).toEqual([0, true]);
      const draft = `node:${threadId}/write:draft`;
      const nodes = await json(['diff', `${draft}@1`, `node:${threadId}/plan`]);
      expect([nodes.code, nodes.document.equal]).toEqual([1, false]);
      expect(nodes.document.from).toMatchObject({ kind: 'execution', name: 'draft', status: 'finished' });
      expect(nodes.document.to).toMatchObject({ name: 'plan' });
      const { checkpointId, checkpointNs, taskId } = nodes.document.from;
      const task = `task:${threadId}@${checkpointId}/${checkpointNs}/${taskId}`;
      expect((await run(['diff', draft, task, ...onDemo])).out).toMatch(/^same +output$/m);
      const other = await run(['threads', 'clone', threadId, '--graph', 'support', ...onDemo]);
      expect(other).toMatchObject({ code: 2, out: '', err: expect.stringContaining('lacks nodes') });
    },
  );

  it('draws graphs, lists threads and servers, and names what is wrong', async () => {
    const [mermaid, svg, threads, servers, test] = await Promise.all([
      run(['graph', 'writer', '--xray', ...onDemo]),
      run(['graph', 'writer', '--svg', '--theme', 'dark', ...onDemo]),
      json(['threads', '--limit', '1']),
      run(['servers', '--json']),
      json(['servers', 'test']),
    ]);
    expect(mermaid.out).toMatch(/^flowchart TD\n[\s\S]*subgraph/);
    expect(svg.out).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(threads.document.threads).toHaveLength(1);
    expect(JSON.parse(servers.out).servers.map(({ name }: { name: string }) => name)).toEqual([
      'demo',
      'prod',
    ]);
    expect([test.code, test.document.state]).toEqual([0, 'connected']);

    const wrong = await Promise.all([
      run(['threads', '--server', 'nowhere']),
      run(['threads', '--server', 'http://127.0.0.1:9']),
      run(['state', 'get', '00000000-0000-4000-8000-000000000000', ...onDemo]),
    ]);
    expect(wrong.map(({ code }) => code)).toEqual([2, 3, 1]);
    expect(wrong[0]?.err).toContain('Saved servers: "demo", "prod".');
  });

  it('checks the inputs of a folder on two assistants, and says what failed, for CI, too', async () => {
    const folder = await mkdtemp(join(demo.cli.dataFolder, 'inputs-'));
    const save = (path: string, input: object, checks: readonly object[]): Promise<void> =>
      writeFile(join(folder, path), JSON.stringify({ version: 1, graph: 'writer', input, checks }));
    const checks = [{ kind: 'contains', of: 'topic', value: 'tides' }];
    await save('good.json', { topic: 'tides <&>', pace: 0 }, checks);
    const junit = join(folder, 'checks.xml');
    const passed = await run(['check', folder, ...onDemo, ...inTime, '--junit', junit]);
    expect(passed).toMatchObject({ code: 0, err: '1 run with writer on demo\n' });
    expect(passed.out).toMatch(/^passed {2}good {2}writer on demo {2}1 passed\n1 of 1 ended: 1 passed\n$/);
    expect(await readFile(junit, 'utf8')).toContain('tests="1" failures="0" errors="0"');

    await save('bad.json', { topic: 'moons', pace: 0 }, checks);
    await writeFile(join(folder, 'broken.json'), '{"version":1,\n"inputs":{}}');
    const assistants = ['--assistant', 'writer', '--assistant', 'support'];
    const { code, document } = await json(['check', folder, ...assistants, '--junit', junit]);
    expect(code).toBe(1);
    expect(document.counts).toMatchObject({ rows: 6, passed: 1, failed: 3, refused: 2 });
    const report = await readFile(junit, 'utf8');
    expect(report).toContain('<testsuite name="support on demo" tests="3" failures="2" errors="1"');
    expect(report).toContain('topic contains &quot;tides&quot;: It is &quot;moons&quot;.');
    expect(await run(['check', join(folder, 'none'), ...onDemo])).toMatchObject({ code: 2 });
  });

  it('checks the inputs of a folder in shards, and merges their reports once all of them are there', async () => {
    const folder = await mkdtemp(join(demo.cli.dataFolder, 'inputs-'));
    for (const topic of ['moons', 'tides']) {
      const file = { version: 1, graph: 'writer', input: { topic, pace: 0 } };
      await writeFile(join(folder, `${topic}.json`), JSON.stringify(file));
    }
    const reports = [1, 2].map((part) => join(folder, `checks-${part}.xml`));
    const codes = await Promise.all(
      reports.map(async (junit, index) => {
        const shard = ['--shard', `${index + 1}/2`];
        return (await run(['check', folder, ...onDemo, ...inTime, ...shard, '--junit', junit])).code;
      }),
    );
    expect(codes).toEqual([0, 0]);
    const merged = join(folder, 'checks.xml');
    const refused = await run(['merge-reports', merged, ...reports.slice(1)]);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('Of 2 shards, one is missing: 1.');
    await expect(readFile(merged)).rejects.toThrow('ENOENT');
    expect(await run(['merge-reports', merged, ...reports])).toMatchObject({ code: 0, err: '' });
    const text = await readFile(merged, 'utf8');
    expect(text).toContain('<testsuite name="writer on demo" tests="2" failures="0" errors="0"');
    expect(text).toMatch(/name="moons"[\s\S]*name="tides"/);
  });

  it('asks for scores in a check: of commands only if they are allowed', async () => {
    const project = await mkdtemp(join(demo.cli.dataFolder, 'scores-'));
    const folder = join(project, 'inputs');
    await mkdir(folder);
    await writeFile(join(project, 'half.mjs'), 'console.log(0.5);');
    const checks = [
      { kind: 'command', name: 'half', command: [process.execPath, 'half.mjs'], atLeast: 0.4 },
      { kind: 'judge', name: 'words', assistant: 'judge', of: 'total', reference: '10' },
    ];
    const input = { households: 4, absent: 0, pace: 0 };
    await writeFile(join(folder, 'a.json'), JSON.stringify({ version: 1, graph: 'survey', input, checks }));
    const refused = await run(['check', folder, ...onDemo, ...inTime]);
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('half: score at least 0.4: This command was not allowed on this computer');
    const junit = join(project, 'checks.xml');
    const allowed = ['--allow-commands', '--repeat', '2', ...inTime, '--junit', junit];
    const { code, out, err } = await run(['check', folder, ...onDemo, ...allowed]);
    expect({ code, err }).toEqual({ code: 0, err: '2 runs with survey on demo\n' });
    expect(out.split('\n')).toEqual([
      'passed  a      survey on demo  2 passed, half 0.5, words 1',
      'passed  a (2)  survey on demo  2 passed, half 0.5, words 1',
      'score  half   survey on demo  mean 0.5, SD 0, n 2  2 of 2 passed',
      expect.stringMatching(/^score {2}words {2}survey on demo {2}mean 1, SD 0, n 2\s*$/),
      '2 of 2 ended: 2 passed',
      '',
    ]);
    expect(await readFile(junit, 'utf8')).toContain('<property name="score: half" value="0.5"/>');
    const { document } = await json(['check', folder]);
    expect(document.scores.series).toMatchObject([
      { name: 'half', mean: null, unknown: 1 },
      { name: 'words', mean: 1 },
    ]);
  });

  it('says why a simulated user on another server was not asked', async () => {
    const folder = join(await mkdtemp(join(demo.cli.dataFolder, 'users-')), 'inputs');
    await mkdir(folder);
    const input = { messages: [{ role: 'user', content: 'Where is my order 4711?' }], pace: 0 };
    const user = { server: 'Nowhere', assistant: 'support' };
    await writeFile(join(folder, 'a.json'), JSON.stringify({ version: 1, graph: 'support', input, user }));
    const refused = await run(['check', folder, ...onDemo, ...inTime]);
    expect(refused.code).toBe(1);
    expect(refused.out).toContain(
      'simulated user: Sending to the server of the simulated user was not allowed',
    );
    const unknown = await run(['check', folder, ...onDemo, ...inTime, '--allow-commands']);
    expect(unknown.code).toBe(1);
    expect(unknown.out).toContain('simulated user: No saved server is called Nowhere.');
  });

  it('sends a key of the environment to the address of a check, and never shows it', async () => {
    const keys: unknown[] = [];
    const scorer = createServer((request, response) => {
      keys.push(request.headers['x-score-key']);
      response.writeHead(keys.length > 1 ? 401 : 200).end(keys.length > 1 ? String(keys[1]) : '0.5');
    });
    await new Promise<void>((resolve) => {
      scorer.listen(0, '127.0.0.1', resolve);
    });
    const { port } = scorer.address() as AddressInfo;
    const folder = join(await mkdtemp(join(demo.cli.dataFolder, 'keys-')), 'inputs');
    await mkdir(folder);
    const url = `http://127.0.0.1:${port}/score`;
    const checks = [{ kind: 'http', name: 'half', url, headers: { 'X-Score-Key': 'score-key' } }];
    const input = { households: 4, absent: 0, pace: 0 };
    await writeFile(join(folder, 'a.json'), JSON.stringify({ version: 1, graph: 'survey', input, checks }));
    const check = ['check', folder, ...onDemo, '--allow-commands', '--timeout', '60'];
    const variable = 'CHECK_TEST_KEY';
    const env = { [variable]: 'canary-0815-key' };
    try {
      const missing = await run(check);
      expect(missing.code).toBe(1);
      expect(missing.out).toContain('No key "score-key" was entered for');
      const withKey = [...check, '--check-key', `score-key=${variable}@http://127.0.0.1:${port}`];
      expect(await run(withKey, { env })).toMatchObject({ code: 0 });
      const refused = await run([...withKey, '--json'], { env });
      expect(refused.code).toBe(1);
      expect(refused.out).toContain('it wants a key, or another one: [secret]');
      expect(keys).toEqual(['canary-0815-key', 'canary-0815-key']);
      const wrong = await run([...check, '--check-key', 'canary-0815-key'], { env });
      expect(wrong).toMatchObject({ code: 2 });
      expect(wrong.err).not.toContain('canary');
      const unset = await run(withKey);
      expect(unset.err).toContain(`The environment variable ${variable} is empty or not set.`);
    } finally {
      scorer.close();
    }
  });

  it('checks the other inputs of a folder if some files can not be started, and names each of them', async () => {
    const folder = await mkdtemp(join(demo.cli.dataFolder, 'inputs-'));
    const save = (path: string, input: object): Promise<void> =>
      writeFile(join(folder, path), JSON.stringify({ version: 1, ...input }));
    const junit = join(folder, 'checks.xml');
    await writeFile(join(folder, 'broken.json'), '{"version":1,\n"inputs":{}}');
    await writeFile(join(folder, 'latin.json'), Buffer.from('{"version":1,"input":"\u00fc"}', 'latin1'));
    await save('elsewhere.json', { graph: 'not-on-demo', input: {} });
    await save('nameless.json', { input: {} });
    const none = await json(['check', folder, '--junit', junit]);
    expect(none.code).toBe(1);
    expect(none.document.counts).toMatchObject({ rows: 4, refused: 4 });
    expect(await readFile(junit, 'utf8')).toContain(
      '<testsuite name="not started" tests="4" failures="0" errors="4"',
    );

    await save('good.json', { graph: 'writer', input: { topic: 'tides', pace: 0 } });
    const { code, out } = await run(['check', folder, ...onDemo, ...inTime, '--junit', junit]);
    expect(code).toBe(1);
    const lines = out.split('\n').map((line) => line.trim());
    expect(lines).toEqual([
      expect.stringMatching(/^waiting for an answer {2}good {7}writer on demo/),
      expect.stringMatching(/^not started {12}broken .*Line 2, column 10: .*"inputs"/),
      expect.stringMatching(/^not started {12}elsewhere .*demo has no assistant "not-on-demo". It has /),
      expect.stringMatching(
        /^not started {12}latin .*latin\.json could not be read: it is not UTF-8 text\.$/,
      ),
      expect.stringMatching(/^not started {12}nameless .*The input does not specify a graph\. demo has /),
      '0 of 5 ended, 1 waiting for an answer, 4 not started',
      '',
    ]);
    const report = await readFile(junit, 'utf8');
    expect(report).toContain(
      '<testsuites name="remote-graph-studio check" tests="5" failures="0" errors="4"',
    );
    expect(report).toContain('<testcase name="good" classname="writer on demo"');
    expect(report).toMatch(
      /<testcase name="latin" classname="not started">\n\s+<error message="latin\.json could not be read/,
    );
  });

  it.runIf(inFull)(
    'checks no longer than it may, and cancels its runs then and on Ctrl-C (in full only)',
    async () => {
      const folder = await mkdtemp(join(demo.cli.dataFolder, 'slow-'));
      const slow = { version: 1, graph: 'writer', input: { topic: 'x', pace: 60_000 } };
      // Its thread is named after it, and found by that among those of others.
      const name = `slow-${randomUUID()}`;
      await writeFile(join(folder, `${name}.json`), JSON.stringify(slow));
      const late = await run(['check', folder, ...onDemo, '--timeout', String(2 * slowness())]);
      expect(late).toMatchObject({ code: 1, err: expect.stringContaining('Cancelled 1 run.') });
      expect(late.out).toMatch(/^stopped {2}slow/);
      const onNote = (text: string, interrupt: () => void): void => {
        if (text.includes('1 run with')) interrupt();
      };
      const ended = await run(['check', folder, ...onDemo], { onNote });
      expect(ended).toMatchObject({ code: 130, out: '' });
      const { document } = await json(['threads', '--status', 'busy', '--limit', '1000']);
      expect(document.threads.filter((thread: object) => JSON.stringify(thread).includes(name))).toEqual([]);
    },
  );

  it('changes a production server only when that is confirmed, and deletes only with its name', async () => {
    const input = ['--input', '{"topic":"x","pace":0}', '--server', 'prod'];
    const refused = await run(['run', 'writer', ...input]);
    expect(refused.code).toBe(4);
    expect(refused.err).toContain('prod is marked as production. Nothing was sent.\nAdd --yes');
    const confirmed = await run(['run', 'writer', ...input, '--yes', '--json']);
    const { threadId } = JSON.parse(confirmed.out);
    const destroy = ['threads', 'delete', threadId, '--server', 'prod', '--yes'];
    const [unnamed, misnamed] = [await run(destroy), await run([...destroy, '--confirm', 'demo'])];
    expect([unnamed.code, misnamed.code]).toEqual([4, 4]);
    expect(misnamed.err).toContain('--confirm names another server.');
    const deleted = await run([...destroy, '--confirm', 'prod']);
    expect([deleted.code, deleted.out]).toEqual([0, `${threadId}  deleted\n`]);
  });

  // Five more processes, ended at moments that a busy machine shifts.
  it.runIf(inFull)(
    'ends with 130 on Ctrl-C: a run goes on, and watch follows it, unless it was to be cancelled (in full only)',
    async () => {
      const slow = ['run', 'writer', ...onDemo, '--input', '{"topic":"x","pace":60000}', '--as-json'];
      const onOutput = (text: string, interrupt: () => void): void => {
        if (text.includes('"event"')) interrupt();
      };
      const [left, cancelled] = await Promise.all([
        run(slow, { onOutput }),
        run([...slow, '--cancel-on-exit'], { onOutput }),
      ]);
      expect(left).toMatchObject({ code: 130, err: expect.stringMatching(/^The run continues\./) });
      expect(cancelled).toMatchObject({ code: 130, err: 'The run was cancelled.\n' });
      const { start } = JSON.parse(left.out.split('\n')[0] ?? '');
      const watched = await run(['watch', start.threadId, ...onDemo, '--as-json'], { onOutput });
      expect([watched.code, JSON.parse(watched.out.split('\n')[0] ?? '')]).toEqual([130, { start }]);
      expect((await run(['threads', 'delete', start.threadId, ...onDemo])).code).toBe(0);
    },
  );

  it('opens the studio at a thread: it answers, is healthy, takes the token of its environment, and Ctrl-C ends it', async () => {
    const access = 'a-token-of-at-least-24-letters';
    let visit: Promise<readonly unknown[]> | null = null;
    const { code, out } = await run(['open', 'demo', '--no-open', '--port', '0', '--thread', 'some-thread'], {
      env: { REMOTE_GRAPH_STUDIO_TOKEN: access },
      onOutput(text, interrupt) {
        const [, port] =
          /http:\/\/127\.0\.0\.1:(\d+)\/#code=\S+&baseUrl=\S+&thread=some-thread\n/.exec(text) ?? [];
        if (port === undefined || visit !== null) return;
        visit = visitStudio(port, access);
        visit.finally(interrupt).catch(() => undefined);
      },
    });
    expect([code, await visit]).toEqual([0, [200, 200, 401, 0]]);
    expect(out).toContain('web host');
    expect(out).not.toContain(access);
    const wrong = await run(['open', '--no-open'], { env: { REMOTE_GRAPH_STUDIO_PORT: 'x' } });
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('REMOTE_GRAPH_STUDIO_PORT')]);
  });

  it('opens the studio at an address, which becomes a server of the list, and gives a program its address', async () => {
    const open = ['open', 'http://127.0.0.1:9', '--no-open', '--port', '0', '--json'];
    const { code, out, err } = await run(open, { onOutput: (_, interrupt) => interrupt() });
    const { url, version } = JSON.parse(out);
    expect([code, version]).toEqual([0, expect.any(String)]);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=\S+&baseUrl=http%3A%2F%2F127\.0\.0\.1%3A9$/);
    expect(err).toContain('127.0.0.1:9 was added to the servers.');
    const { servers } = JSON.parse((await run(['servers', '--json'])).out);
    expect(servers.at(-1)).toMatchObject({ url: 'http://127.0.0.1:9', hasKey: false });
    expect((await run(['servers', 'remove', servers.at(-1).name])).code).toBe(0);
    const wrong = await run(['open', 'http://user@127.0.0.1:9', '--no-open', '--port', '0']);
    expect([wrong.code, wrong.out]).toEqual([2, '']);
  });

  it('prints what a webhook brings, and saves and forgets servers', async () => {
    const listening = ['webhook', 'listen', '--count', '1', '--json', ...onDemo];
    const heard = run(listening, {
      onOutput(text) {
        const [, url] = /^\{"listening":"([^"]+)"\}\n$/.exec(text) ?? [];
        if (url === undefined) return;
        const body = '{"run_id":"r","status":"success","n":1.0}';
        void fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      },
    });
    const add = ['servers', 'add', 'extra', 'http://127.0.0.1:9', '--production'];
    // One after the other: they lock the data folder.
    const added = await run(add);
    const again = await run(add);
    const keyed = await run(['servers', 'add', 'keyed', 'http://127.0.0.1:9', '--key-env', 'THE_KEY'], {
      env: { THE_KEY: canaryKey },
    });
    const saved = JSON.parse((await run(['servers', '--json'])).out).servers;
    const removed = await run(['servers', 'remove', 'extra']);
    expect([added.code, again.code, keyed.code, removed.code]).toEqual([0, 2, 2, 0]);
    expect(saved.at(-1)).toMatchObject({ name: 'extra', production: true, hasKey: false });

    const { code, out } = await heard;
    expect(code).toBe(0);
    expect(out.split('\n')[1]).toContain('"claimedStatus":"success"');
    expect(out.split('\n')[1]).toContain('"n":1.0}');
  });

  it('sends a key of the environment to an address that is named for it, and says nothing of it, not even with --verbose', async () => {
    const keys: unknown[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers['x-api-key']);
      response.writeHead(401).end(JSON.stringify({ detail: `no: ${String(request.headers['x-api-key'])}` }));
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    const line = ['threads', '--server', `http://127.0.0.1:${port}`, '--verbose'];
    const env = { LANGSMITH_API_KEY: canaryKey };
    const refused = await run([...line, '--key-env', 'LANGSMITH_API_KEY'], { env });
    const without = await run([...line, '--no-key'], { env });
    server.close();
    expect([refused.code, without.code]).toEqual([4, 4]);
    expect(new Set(keys)).toEqual(new Set([canaryKey, undefined]));
  });

  it('never wrote a key, and left nothing of itself behind', async () => {
    const everything = demo.written.join('\n');
    expect(everything.length).toBeGreaterThan(1_000);
    expect(everything).not.toContain(canaryKey);
    expect(everything).not.toContain(demo.token);
    const left = await readdir(demo.cli.dataFolder);
    // What the studio stored while it was open is in the data folder, and nothing of the commands is.
    expect(left).toEqual(expect.arrayContaining(['connections.json']));
    expect(left.filter((name) => name.startsWith('command-line'))).toEqual([]);
  });
});
