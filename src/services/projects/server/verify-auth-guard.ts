import { request } from 'node:http';

interface Answer {
  readonly status: number;
  readonly body: string;
}

function requestOk(url: string, token: string | null, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const pending = request(`${url}/ok`, { headers, signal, agent: false, timeout: 5_000 }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => (body += text));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      answer.on('error', reject);
    });
    pending.on('timeout', () => pending.destroy(new Error('It did not respond within 5 seconds.')));
    pending.on('error', reject);
    pending.end();
  });
}

/**
 * Verifies that the server at `url` requires our token: `GET /ok` returns 401 without it and 200 with it. Throws an `Error` with a sentence otherwise.
 */
export async function verifyAuthGuard(url: string, token: string, signal: AbortSignal): Promise<void> {
  const stranger = await requestOk(url, null, signal);
  if (stranger.status !== 401) {
    throw new Error(`It responded with ${stranger.status} instead of 401 to a request without its token.`);
  }
  const answer = await requestOk(url, token, signal);
  if (answer.status !== 200 || answer.body.replaceAll(/\s/g, '') !== '{"ok":true}') {
    throw new Error(`It responded with ${answer.status} instead of 200 to a request with its token.`);
  }
}
