import type { MessageBoxOptions } from 'electron';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkNewerVersion } from './check-newer-version.ts';

const releases = {
  latest: 'https://api.github.com/repos/someone/studio/releases/latest',
  page: 'https://github.com/someone/studio/releases',
};

/** Runs it with the given buttons, against an answer or an error. Version 1.0.0 asks. */
async function look(answer: () => Promise<Response>, buttons: readonly number[] = [0, 0]) {
  const messageBoxes: MessageBoxOptions[] = [];
  const opened: string[] = [];
  const request = vi.fn<(address: string, init: RequestInit) => Promise<Response>>(answer);
  await checkNewerVersion({
    releases,
    version: '1.0.0',
    request,
    ask: async (question) => buttons[messageBoxes.push(question) - 1] ?? 0,
    openLink: (address) => opened.push(address),
  });
  return { messageBoxes, opened, request };
}

const answers = (status: number, body: unknown) => async (): Promise<Response> =>
  new Response(JSON.stringify(body), { status });

it('names the address first, and sends nothing when the user declines', async () => {
  const { messageBoxes, request } = await look(answers(200, {}), [1]);
  expect(messageBoxes).toHaveLength(1);
  expect(messageBoxes[0]?.detail).toContain(releases.latest);
  expect(request).not.toHaveBeenCalled();
});

it('sends one request without cookies or redirects, and opens the releases page for a newer version', async () => {
  const { messageBoxes, opened, request } = await look(answers(200, { tag_name: 'v1.1.0' }));
  expect(messageBoxes[1]?.message).toBe('Version 1.1.0 is available.');
  expect(opened).toEqual([releases.page]);
  expect(request).toHaveBeenCalledOnce();
  expect(request).toHaveBeenCalledWith(
    releases.latest,
    expect.objectContaining({ credentials: 'omit', redirect: 'error' }),
  );
  expect((await look(answers(200, { tag_name: 'v1.1.0' }), [0, 1])).opened).toEqual([]);
});

it('says that there is none, and offers nothing to open', async () => {
  const { messageBoxes, opened } = await look(answers(200, { tag_name: '1.0.0' }));
  expect(messageBoxes[1]).toMatchObject({
    message: 'There is no newer version.',
    detail: 'This is version 1.0.0; the newest release is 1.0.0.',
    buttons: ['Close'],
  });
  expect(opened).toEqual([]);
});

it.each([
  [404, {}, 'Nothing has been released yet.'],
  [403, {}, 'api.github.com accepts no more requests for now.'],
  [429, {}, 'api.github.com accepts no more requests for now.'],
  [500, {}, 'The response from api.github.com could not be understood.'],
  [200, { tag_name: '<script>' }, 'The response from api.github.com could not be understood.'],
  [200, { tag_name: 'x'.repeat(3_000_000) }, 'api.github.com could not be reached.'],
])('names what went wrong: status %d', async (status, body, message) => {
  const { messageBoxes } = await look(answers(status, body), [0, 1]);
  expect(messageBoxes[1]).toMatchObject({ type: 'warning', message });
});

it('names an address that refuses, one that redirects, and one that is silent', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const redirected = await look(() => fetch(`http://127.0.0.1:${port}/`, { redirect: 'error' }), [0, 1]);
  expect(redirected.messageBoxes[1]?.detail).toContain('redirect');
  const refused = await look(() => fetch('http://127.0.0.1:1/'), [0, 1]);
  expect(refused.messageBoxes[1]?.message).toBe('api.github.com could not be reached.');
  const silent = await look(() => Promise.reject(new DOMException('late', 'TimeoutError')), [0, 1]);
  expect(silent.messageBoxes[1]?.message).toBe('api.github.com did not respond within 10 s.');
});
