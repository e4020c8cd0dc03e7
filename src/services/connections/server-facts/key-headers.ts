import type { CredentialHeader, KeyHeaderTest } from '../../../shared/model/credential.ts';
import type { HttpTransport } from '../../network/http-transport.ts';
import type { ServerAccess } from '../connection-store.ts';

/**
 * Which header a server takes its key in. Servers with auth of their own beside LangSmith's
 * (`allow_langsmith_api_keys`) choose by the header: `Authorization` is for their own, `x-api-key` for LangSmith's.
 * Sends the key to this server only. `null` without a key.
 */
export async function testKeyHeaders(
  access: ServerAccess,
  { fetch }: Pick<HttpTransport, 'fetch'>,
  signal: AbortSignal,
): Promise<KeyHeaderTest | null> {
  const expiring = (await access.credential?.headers(signal)) ?? {};
  const sentHeaders = new Headers({ ...access.headers, ...expiring });
  if (access.key !== null && !sentHeaders.has('x-api-key')) sentHeaders.set('x-api-key', access.key);
  const authorization = sentHeaders.get('authorization');
  const sent: CredentialHeader = authorization === null ? 'x-api-key' : 'authorization';
  const key = sentHeaders.get(sent)?.replace(/^bearer\s+/i, '');
  // `Basic` and the like are not keys that could be sent in the other header.
  if (key === undefined || (authorization !== null && !/^bearer\s/i.test(authorization))) return null;
  // Both headers are in use: the server may need both, so a test of one alone would say nothing.
  if (authorization !== null && sentHeaders.has('x-api-key')) return null;
  const ask = async (added: Readonly<Record<string, string>>): Promise<KeyHeaderTest['without']> => {
    const headers = new Headers(sentHeaders);
    headers.delete('authorization');
    headers.delete('x-api-key');
    headers.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(added)) headers.set(name, value);
    try {
      const response = await fetch(`${access.url}/assistants/search`, {
        method: 'POST',
        headers,
        body: '{"limit":1}',
        redirect: 'manual',
        signal,
      });
      await response.body?.cancel().catch(() => undefined);
      return { outcome: outcomeOf(response.status), status: response.status };
    } catch {
      return { outcome: 'unknown', status: null };
    }
  };
  const [without, xApiKey, bearer] = await Promise.all([
    ask({}),
    ask({ 'x-api-key': key }),
    ask({ authorization: `Bearer ${key}` }),
  ]);
  return { sent, without, xApiKey, authorization: bearer, isLangsmithKey: /^(?:lsv\d_|ls__)/.test(key) };
}

function outcomeOf(status: number): KeyHeaderTest['without']['outcome'] {
  if (status === 401 || status === 403) return 'refused';
  return status >= 200 && status < 300 ? 'accepted' : 'unknown';
}
