import { describe, expect, it } from 'vitest';
import { buildFrames } from '../../../testing/renderer/run-frame-builder.ts';
import { buildFrameList } from '../../../testing/renderer/frame-list-builder.ts';
import { eventsBlob } from './ExportEvents.tsx';

describe('eventsBlob', () => {
  it('keeps each payload as it came, whatever it is', async () => {
    const payloads = ['{"n": 9007199254740993, "r":1.0}', 'NaN', '"a\nb"'];
    const frames = buildFrames(...payloads.map((text) => ['values', text, 'write:1'] as const));
    const blob = await eventsBlob(
      { frames: buildFrameList(frames).list, load: () => Promise.resolve() },
      null,
      3,
    );
    const lines = (await blob.text()).trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as { event: string; data: string });
    expect(events.map(({ data }) => data)).toEqual(payloads);
    expect(events[0]?.event).toBe('values|write:1');
  });

  it('takes only the shown ones, and fails when one of them is gone for good', async () => {
    const frames = buildFrames(...Array.from({ length: 12 }, (_, index) => ['custom', index] as const));
    const log = { frames: buildFrameList(frames).list, load: () => Promise.resolve() };
    expect((await (await eventsBlob(log, [3, 5, 7], 2)).text()).match(/"data":"\d"/g)).toEqual([
      '"data":"3"',
      '"data":"5"',
    ]);
    const many = buildFrames(...Array.from({ length: 1200 }, (_, index) => ['custom', index] as const));
    const gone = { frames: buildFrameList(many, 1).list, load: () => Promise.reject(new Error('gone')) };
    await expect(eventsBlob(gone, null, 1200)).rejects.toThrow('gone');
  });
});
