// Who may use this server: whoever holds the token of this launch. Without it every web page that is open in
// a browser on this machine could drive the server, because it listens on a loopback port.
import { createHash, timingSafeEqual } from 'node:crypto';
import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth';

const digest = (text) => createHash('sha256').update(text).digest();

// The studio hands in a digest, so that the token itself is neither in this process's environment nor within
// reach of a graph. Somebody who starts the project by hand sets DEMO_TOKEN. With neither, nobody gets in.
const handedIn = globalThis[Symbol.for('remote-graph-studio.token-digest')];
const byHand = process.env.DEMO_TOKEN;
const wanted = handedIn ?? (byHand ? digest(byHand) : null);

export const auth = new Auth().authenticate((request) => {
  const [, given] = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  if (!wanted || !given || !timingSafeEqual(digest(given), wanted)) {
    throw new HTTPException(401, { message: 'This server requires its access token.' });
  }
  return { identity: 'studio', permissions: [] };
});
