import type { Platform } from './platform.ts';

// Parts of the studio that stop at the same time, by their names.
export type StopStage = Readonly<Record<string, () => void | Promise<unknown>>>;

interface OrderlyStop {
  // Stops one stage after the other, in bounded time. Never rejects. Idempotent.
  stop(): Promise<void>;
  unfinished(): readonly string[];
}

interface StopOptions {
  readonly stages: readonly StopStage[];
  readonly log: Platform['log'];
  // Time limit of a part, in ms.
  readonly limitMs?: number;
}

// The demo server has 15 s to write its data and exit, and is given up 2 s after it was killed.
const partLimitMs = 18_000;

/**
 * Stops what ends with the studio. A part that fails, or does not end in time, is named in the log and keeps none of the
 * others from stopping.
 */
export function stopInOrder({ stages, log, limitMs = partLimitMs }: StopOptions): OrderlyStop {
  const unfinished = new Set<string>();
  let stopping: Promise<void> | null = null;

  const stopPart = async (name: string, stop: StopStage[string]): Promise<void> => {
    unfinished.add(name);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, limitMs, 'late')));
    try {
      const first = await Promise.race([stop(), late]);
      if (first === 'late') log('warn', `Quitting: ${name} did not stop within ${limitMs / 1_000} s.`);
      else unfinished.delete(name);
    } catch (error) {
      unfinished.delete(name);
      log('warn', `Quitting: ${name} did not stop cleanly: ${String(error)}`);
    } finally {
      clearTimeout(timer);
    }
  };
  const stopStages = async (): Promise<void> => {
    for (const stage of stages)
      await Promise.all(Object.entries(stage).map(([name, stop]) => stopPart(name, stop)));
  };

  return {
    stop: () => (stopping ??= stopStages()),
    unfinished: () => [...unfinished],
  };
}
