import { describe, expect, it } from 'vitest';
import { escapeControls } from '../../logging/escape-controls.ts';
import { createLogRingBuffer } from '../../logging/log-ring-buffer.ts';
import { maskSecret, formatLogLine } from './format-log-line.ts';

describe('log text', () => {
  it.each([
    ['plain words – ünïcödé 漢字 🙂', 'plain words – ünïcödé 漢字 🙂'],
    ['\u001b[31mred', '\\u001b[31mred'],
    ['a\nb\r\tc\0', 'a\\nb\\r\\tc\\u0000'],
    ['\u009b31m', '\\u009b31m'],
    ['left\u202eright\u2066', 'left\\u202eright\\u2066'],
    ['a\u2028b', 'a\\u2028b'],
  ])('%j is shown as %j', (text, expected) => {
    expect(escapeControls(text)).toBe(expected);
  });

  it('masks a secret, also in Base64', () => {
    const secret = 'kJ3-x_9QwErTyUiOp';
    const encoded = Buffer.from(secret).toString('base64');
    const masked = maskSecret(`a ${secret} b ${encoded} c ${secret}`, secret);
    expect(masked).toContain('a …UiOp b …');
    expect(masked).not.toContain(secret);
    expect(masked).not.toContain(encoded.slice(0, 12));
  });

  it('leaves text unchanged while there is no secret', () => {
    expect(maskSecret('Starting', '')).toBe('Starting');
  });

  it('formats a logged object as a sentence with its properties', () => {
    const raw = JSON.stringify({
      timestamp: 't',
      level: 'info',
      event: 'Starting background run',
      run_id: 'r1',
      run_started_at: 't',
      n: 2,
    });
    expect(formatLogLine(raw)).toEqual(['info Starting background run run_id=r1 n=2']);
  });

  it('lines inside an error can not pass for log lines', () => {
    const raw = JSON.stringify({ level: 'error', event: 'Error: x\ninfo all is well\n    at node' });
    expect(formatLogLine(raw)).toEqual(['error Error: x', '  | info all is well', '  |     at node']);
  });

  it('omits incoming requests and false warnings about packages', () => {
    const event = 'Some LangGraph.js dependencies are not up to date. Please make sure ...';
    expect(formatLogLine(JSON.stringify({ level: 'warn', event }))).toEqual([]);
    expect(formatLogLine(JSON.stringify({ level: 'info', event: '<-- GET /ok' }))).toEqual([]);
    expect(formatLogLine(JSON.stringify({ level: 'info', event: '--> GET /ok 200 1ms' }))).toHaveLength(1);
  });

  it('keeps everything else unchanged', () => {
    expect(formatLogLine('{ not json')).toEqual(['{ not json']);
    expect(formatLogLine('{"level":1}')).toEqual(['{"level":1}']);
  });
});

describe('log ring', () => {
  const limits = { lines: 3, length: 30, lineLength: 10 };

  it('keeps the newest lines only', () => {
    const ring = createLogRingBuffer(limits);
    for (const text of ['a', 'b', 'c', 'd']) ring.add('out', text);
    expect(ring.after(-1).map(({ seq, text }) => [seq, text])).toEqual([
      [1, 'b'],
      [2, 'c'],
      [3, 'd'],
    ]);
    expect(ring.after(2).map(({ text }) => text)).toEqual(['d']);
    expect(ring.after(3)).toEqual([]);
  });

  it('limits the total text, and truncates long lines', () => {
    const ring = createLogRingBuffer(limits);
    ring.add('err', 'x'.repeat(15));
    expect(ring.after(-1)[0]?.text).toBe(`${'x'.repeat(10)} (5 more characters)`);
    for (const text of ['1234567890', '1234567890']) ring.add('out', text);
    expect(ring.after(-1).map(({ seq }) => seq)).toEqual([1, 2]);
  });
});
