import { runCheck, type CheckReply, type CheckRequest } from './schema-check.ts';

const reply = (message: CheckReply): void => globalThis.postMessage(message, {});

globalThis.addEventListener('message', ({ data: { id, check } }: MessageEvent<CheckRequest>) => {
  reply({ kind: 'begun', id });
  try {
    reply({ kind: 'done', id, problems: runCheck(check) });
  } catch {
    reply({ kind: 'failed', id });
  }
});
reply({ kind: 'ready' });
