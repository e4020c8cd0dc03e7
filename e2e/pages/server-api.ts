import { expect } from 'playwright/test';

/** Requests the server directly. Fails the spec on an error. */
export async function requestServer<T = Record<string, unknown>>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    // The server might close a kept-alive socket just when it is used again.
    headers: { 'content-type': 'application/json', connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
  return (await answer.json()) as T;
}

export interface ServerThread {
  readonly thread_id: string;
  readonly status: string;
}

export interface ServerRun {
  readonly run_id: string;
  readonly status: string;
  readonly metadata: object;
  readonly multitask_strategy: string;
  readonly kwargs: object;
}

export async function newestThread(url: string): Promise<ServerThread> {
  const [newest] = await requestServer<ServerThread[]>(url, 'POST', '/threads/search', { limit: 1 });
  if (!newest) throw new Error('The server has no thread.');
  return newest;
}

/** Oldest first. */
export function runsOf(url: string, threadId: string): Promise<ServerRun[]> {
  return requestServer(url, 'GET', `/threads/${threadId}/runs?limit=1000`);
}

/** The newest run of the newest thread. */
export async function newestRun(url: string): Promise<ServerRun> {
  const { thread_id: threadId } = await newestThread(url);
  const run = (await runsOf(url, threadId)).at(-1);
  if (!run) throw new Error('The thread has no run.');
  return run;
}
