import { matchExpression, type MatchReply, type MatchRequest } from './text-matcher.ts';

const reply = (message: MatchReply): void => globalThis.postMessage(message, {});

globalThis.addEventListener('message', (event: MessageEvent<MatchRequest>) =>
  reply(matchExpression(event.data)),
);
reply('ready');
