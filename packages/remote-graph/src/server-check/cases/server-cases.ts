import type { CheckCase } from '../case.ts';
import { expectObject, expectStatus, expectText, expectThat, memberOf } from '../expect.ts';
import { different, untested } from '../findings.ts';
import { jsonOf } from '../wire-client.ts';
import { scrub } from '../scrub.ts';

const nobody = '00000000-0000-4000-8000-00000000dead';

export const serverCases: readonly CheckCase[] = [
  {
    id: 'server.info',
    title: 'The server says which version it is.',
    feature: 'server.info',
    route: 'GET /info',
    reference: 'An object with `version` and `flags`.',
    async run(check) {
      const info = await check.object('GET', '/info');
      expectText(info['version'], '/info version');
      if (memberOf(info, 'flags') === undefined) check.less('/info has no flags');
    },
  },
  {
    id: 'server.ok',
    title: 'The server says that it is well.',
    feature: 'server.info',
    route: 'GET /ok',
    reference: '`{"ok": true}`.',
    async run(check) {
      const ok = await check.object('GET', '/ok');
      expectThat(ok['ok'] === true, '`ok: true`', ok);
    },
  },
  {
    id: 'server.openapi',
    title: 'The server describes its routes.',
    feature: 'server.openapi',
    route: 'GET /openapi.json',
    reference: 'An OpenAPI document that has the routes of threads.',
    async run(check) {
      const document = await check.object('GET', '/openapi.json');
      const paths = expectObject(document['paths'], 'paths');
      expectThat('/threads' in paths, 'the route /threads among the paths', Object.keys(paths).slice(0, 5));
    },
  },
  {
    id: 'errors.unknown-thread',
    title: 'A thread that is not there is answered with 404.',
    feature: 'server.errors',
    route: 'GET /threads/{thread_id}',
    reference: '404.',
    async run(check) {
      const thread = await check.thread();
      await check.object('GET', `/threads/${thread}`);
      const reply = await check.send('GET', `/threads/${nobody}`);
      if (reply.status !== 404) expectStatus(reply, 404);
    },
  },
  {
    id: 'errors.json-body',
    title: 'An error is JSON with a `detail`.',
    feature: 'server.errors',
    route: 'GET /threads/{thread_id}',
    reference: '`content-type: application/json`, `{"detail": "..."}`.',
    async run(check) {
      const reply = await check.send('GET', `/threads/${nobody}`);
      const type = reply.headers.get('content-type') ?? 'no content type';
      if (!type.includes('json'))
        throw different(`expected JSON, came ${type}: ${scrub(reply.text).slice(0, 80)}`);
      expectText(memberOf(jsonOf(reply), 'detail'), 'detail');
    },
  },
  {
    id: 'errors.invalid-id',
    title: 'A thread id that is no UUID is refused.',
    feature: 'server.errors',
    route: 'GET /threads/{thread_id}',
    reference: '422.',
    async run(check) {
      expectStatus(await check.send('GET', '/threads/not-a-uuid'), 422);
    },
  },
  {
    id: 'errors.invalid-body',
    title: 'A body against the schema is refused.',
    feature: 'server.errors',
    route: 'POST /threads/search',
    reference: '422.',
    async run(check) {
      expectStatus(await check.send('POST', '/threads/search', { limit: 'many' }), 422);
    },
  },
  {
    id: 'errors.malformed-json',
    title: 'A body that is no JSON is refused.',
    feature: 'server.errors',
    route: 'POST /threads/search',
    reference: '400 or 422.',
    async run(check) {
      const reply = await check.send('POST', '/threads/search', undefined, { bodyText: '{"limit": ' });
      expectStatus(reply, 400, 422);
    },
  },
  {
    id: 'errors.unknown-route',
    title: 'A route that is not there is answered with 404.',
    feature: 'server.errors',
    route: 'GET /graph-server-check/nothing-here',
    reference: '404.',
    async run(check) {
      const { status } = await check.send('GET', '/graph-server-check/nothing-here');
      expectThat(status === 404, '404', status);
    },
  },
  {
    id: 'auth.without-key',
    title: 'A request without a key is refused where a key is needed.',
    feature: 'server.auth',
    route: 'POST /threads/search',
    reference: '401 or 403.',
    async run(check) {
      if (!check.needsKey) throw untested('the server needs no key, or the check was given none');
      const reply = await check.send('POST', '/threads/search', { limit: 1 }, { anonymous: true });
      expectStatus(reply, 401, 403);
    },
  },
  {
    id: 'auth.streams-without-key',
    title: 'A stream without a key is refused with a status, not in the stream.',
    feature: 'server.auth',
    route: 'POST /threads/{thread_id}/runs/stream',
    reference: '401 or 403.',
    async run(check) {
      if (!check.needsKey) throw untested('the server needs no key, or the check was given none');
      const thread = await check.thread();
      const body = { assistant_id: 'nobody', input: {} };
      const reply = await check.send('POST', `/threads/${thread}/runs/stream`, body, { anonymous: true });
      expectStatus(reply, 401, 403);
    },
  },
  {
    id: 'cors.preflight',
    title: 'A web page of another origin may send requests with a key.',
    feature: 'server.browsers',
    route: 'OPTIONS /threads/search',
    reference:
      '2xx with `access-control-allow-origin`; `x-api-key` is among the allowed headers. Operators may forbid it.',
    async run(check) {
      const { status, headers } = await check.send('OPTIONS', '/threads/search', undefined, {
        headers: {
          origin: 'https://example.com',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-api-key',
        },
      });
      const origin = headers.get('access-control-allow-origin');
      if (status >= 300 || origin === null) {
        throw different(`the preflight was answered with ${status} and allows no other origin`);
      }
      const allowed = (headers.get('access-control-allow-headers') ?? '').toLowerCase();
      expectThat(
        allowed === '*' || allowed.includes('x-api-key'),
        'x-api-key among the allowed headers',
        allowed,
      );
    },
  },
  {
    id: 'cors.exposed-headers',
    title: 'A web page may read which run its stream belongs to.',
    feature: 'server.browsers',
    route: 'POST /threads/search',
    reference: '`access-control-expose-headers` has `content-location`.',
    async run(check) {
      const { headers } = await check.send(
        'POST',
        '/threads/search',
        { limit: 1 },
        {
          headers: { origin: 'https://example.com' },
        },
      );
      if (headers.get('access-control-allow-origin') === null)
        throw untested('the server allows no other origin');
      const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase();
      expectThat(
        exposed === '*' || exposed.includes('content-location'),
        'content-location among the exposed headers',
        exposed,
      );
    },
  },
];
