import type { LayoutInput, LayoutReply, LayoutRequest, LayoutResult } from '../model/layout-types.ts';

export interface LayoutEngine {
  send(request: LayoutRequest): void;
  end(): void;
}

export interface LayoutListener {
  onReply(reply: LayoutReply): void;
  onFailure(problem: string): void;
}

export type StartEngine = (listener: LayoutListener) => LayoutEngine;

// `superseded`: replaced by a newer request, or cancelled.
export type LayoutOutcome =
  | { readonly kind: 'done'; readonly result: LayoutResult }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'superseded' };

export interface LayoutClient {
  // Never rejects. The latest request wins; older ones end as `superseded`.
  layOut(input: LayoutInput): Promise<LayoutOutcome>;
  cancel(): void;
  close(): void;
}

interface Current {
  readonly id: number;
  readonly settle: (outcome: LayoutOutcome) => void;
}

// Runs one request at a time on one engine. A worker can't be interrupted, so one that still computes a
// superseded request is terminated and replaced when the next request comes.
export function createLayoutClient(startEngine: StartEngine): LayoutClient {
  let engine: LayoutEngine | null = null;
  let current: Current | null = null;
  let computing: number | null = null;
  let lastId = 0;

  const settle = (outcome: LayoutOutcome): void => {
    current?.settle(outcome);
    current = null;
  };
  const drop = (): void => {
    engine?.end();
    engine = null;
    computing = null;
  };
  const listener: LayoutListener = {
    onReply(reply) {
      if (computing === reply.id) computing = null;
      if (current?.id !== reply.id) return;
      settle(
        'result' in reply
          ? { kind: 'done', result: reply.result }
          : { kind: 'failed', problem: reply.problem },
      );
    },
    onFailure(problem) {
      drop();
      settle({ kind: 'failed', problem });
    },
  };

  return {
    layOut(input) {
      settle({ kind: 'superseded' });
      if (computing !== null) drop();
      lastId += 1;
      const id = lastId;
      return new Promise((resolve) => {
        current = { id, settle: resolve };
        try {
          engine ??= startEngine(listener);
          computing = id;
          engine.send({ id, input });
        } catch (error) {
          listener.onFailure(error instanceof Error ? error.message : String(error));
        }
      });
    },
    cancel: () => settle({ kind: 'superseded' }),
    close() {
      settle({ kind: 'superseded' });
      drop();
    },
  };
}
