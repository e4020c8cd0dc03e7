import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../shared-server.ts';
import { doMainJob, findingText, type Baseline } from './main-job.ts';
import { mutations } from './mutation-list.ts';

const only = process.env['MUTATION'];
const baseline: Baseline = new Map();
let url = '';
beforeAll(async () => {
  ({ url } = await sharedServer('real'));
});

describe('the main job on a server with one fault', () => {
  it('x', { timeout: 3_000_000 }, async () => {
    const left = mutations.filter(({ name }) => only === undefined || new RegExp(only).test(name));
    const lines: string[] = [];
    const next = left.values();
    const started = performance.now();
    const work = async (): Promise<void> => {
      for (const mutation of next) {
        const from = performance.now();
        const findings = await doMainJob(url, mutation, baseline).catch((error: unknown) => [
          {
            step: 'HARNESS',
            kind: 'bug' as const,
            text: error instanceof Error ? String(error.stack).slice(0, 600) : String(error),
          },
        ]);
        lines.push(
          `## ${mutation.name}${mutation.isHarmless ? ' (harmless)' : ''} ${Math.round(performance.now() - from)} ms`,
          ...findings.map(findingText),
        );
      }
    };
    await Promise.all(Array.from({ length: 5 }, work));
    writeFileSync(process.env['OUT'] ?? '/tmp/m-out.txt', lines.join('\n'));
    console.log(left.length, Math.round(performance.now() - started));
    expect(left.length).toBeGreaterThan(0);
  });
});
