import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretKinds, secretPositions, type SecretKind } from '../../testing/services/secret-kinds.ts';
import { createBugReports } from '../create-bug-reports.ts';
import { createLog, scrubbedLog } from '../logging/host-log.ts';
import { createLogRingBuffer } from '../logging/log-ring-buffer.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { createRecordingWriter } from '../recordings/recording-writer.ts';
import { createValueScrubber } from './value-scrubber.ts';

const { signal } = new AbortController();
let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinds-'));
});
afterAll(() => rm(folder, { recursive: true }));

const likelyScrubber = () => createValueScrubber({ scrubber: createScrubber(), likely: true, hosts: null });

/** What is written to the disk for a recording whose state has the text. */
async function recordingOf(text: string): Promise<string> {
  const path = join(folder, `recording-${(count += 1)}`);
  const writer = createRecordingWriter({ folder: path, scrubber: likelyScrubber(), signal });
  const state = text.startsWith('{')
    ? `{"values":${text},"text":${JSON.stringify(text)}}`
    : JSON.stringify({ text });
  await writer.write('history.ndjson', (add) => add(state));
  const written = await readFile(join(path, 'history.ndjson'), 'utf8');
  expect(() => void JSON.parse(written)).not.toThrow();
  return written;
}

async function bugReportOf(text: string): Promise<string> {
  const log = createLogRingBuffer({ lines: 10, length: 100_000, lineLength: 50_000 });
  log.add('studio', `error ${text}`);
  const { calls } = createBugReports({
    platform: { host: 'web', version: '1.0.0', os: 'linux' },
    scrubber: createScrubber(),
    requestLog: { snapshot: () => ({ entries: [], total: 0 }), response: () => null },
    log,
    servers: () => Promise.resolve(null),
    factsOf: () => Promise.reject(new Error('There is no server.')),
    lastFailure: () => Promise.resolve(null),
    recordOf: () => expect.unreachable(),
  });
  const window = [{ name: 'Browser', value: text }];
  return (
    await calls['bugReport.create']({ connectionId: null, threadId: null, hideHosts: false, window }, signal)
  ).text;
}

function logOf(text: string): string {
  let written = '';
  const log = createLog(
    (line) => (written += line),
    () => new Date(0),
  );
  scrubbedLog(log, likelyScrubber().text)('error', text);
  return written;
}

const survivors = (written: string, { hidden }: SecretKind): readonly string[] =>
  hidden.filter((secret) => written.includes(secret) || written.includes(encodeURIComponent(secret)));

it('there are sixty kinds of secrets and more, and six positions', () => {
  expect(new Set(secretKinds.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(60);
  expect(Object.keys(secretPositions)).toHaveLength(6);
});

describe.each(Object.entries(secretPositions))('a secret %s', (_position, textOf) => {
  it.each(secretKinds.map((secret) => [secret.kind, secret] as const))(
    'is in no output: %s',
    async (_kind, secret) => {
      const text = textOf(secret);
      expect(survivors(text, secret).length).toBeGreaterThan(0);
      const outputs = [await recordingOf(text), await bugReportOf(text), logOf(text)];
      expect(outputs.flatMap((written) => survivors(written, secret))).toEqual([]);
      for (const written of outputs) expect(written).toContain('[secret]');
    },
  );
});
