import { runCheck, type CheckReply } from '../../renderer/ui/schema-check/schema-check.ts';
import type { CheckWorker } from '../../renderer/ui/schema-check/schema-checker.ts';

/** Replaces the schema worker in tests without workers. Runs in this process, but answers asynchronously. */
export function startInProcessSchemaWorker(): CheckWorker {
  let tell: (reply: CheckReply) => void = () => undefined;
  return {
    postMessage({ id, check }) {
      setTimeout(() => {
        tell({ kind: 'begun', id });
        tell({ kind: 'done', id, problems: runCheck(structuredClone(check)) });
      });
    },
    terminate() {
      tell = () => undefined;
    },
    onReply(listener) {
      tell = listener;
      setTimeout(() => tell({ kind: 'ready' }));
    },
    onBroken: () => undefined,
  };
}
