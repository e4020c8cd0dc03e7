import { runCheck, type CheckReply } from '../../renderer/ui/schema-check/schema-check.ts';
import type { CheckWorker } from '../../renderer/ui/schema-check/schema-checker.ts';

/** Replaces the schema worker in tests without workers. Runs in this process, but answers asynchronously. */
export function startInProcessSchemaWorker(): CheckWorker {
  let reply: (reply: CheckReply) => void = () => undefined;
  return {
    postMessage({ id, check }) {
      setTimeout(() => {
        reply({ kind: 'begun', id });
        reply({ kind: 'done', id, problems: runCheck(structuredClone(check)) });
      });
    },
    terminate() {
      reply = () => undefined;
    },
    onReply(listener) {
      reply = listener;
      setTimeout(() => reply({ kind: 'ready' }));
    },
    onBroken: () => undefined,
  };
}
