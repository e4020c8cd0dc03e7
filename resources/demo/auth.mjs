// Only clients with this launch's token may use the server. Without it, every web page open in a browser on
// this machine could use the server on its loopback port.
import { createHash, timingSafeEqual } from 'node:crypto';
import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth';

const digest = (text) => createHash('sha256').update(text).digest();

// The studio passes a digest, so that the token is neither in the environment nor accessible to a graph. To
// start the project manually, set DEMO_TOKEN. Without either, every request is refused.
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
