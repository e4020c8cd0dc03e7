import { runCheck } from '../../renderer/ui/schema/schema-check.ts';
import type { CheckWorker } from '../../renderer/ui/schema/schema-checker.ts';
import { answerJob } from '../../renderer/ui/job-messages.ts';

type Listener = Parameters<CheckWorker['onReply']>[0];

/** Replaces the schema worker in tests without workers. Runs in this process, but answers asynchronously. */
export function startInProcessSchemaWorker(): CheckWorker {
  let reply: Listener = () => undefined;
  return {
    postMessage(request) {
      setTimeout(() => answerJob(structuredClone(request), runCheck, (one) => reply(one)));
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
