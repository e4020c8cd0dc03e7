import type { CheckCase } from '../case.ts';
import {
  expectEqual,
  expectObject,
  expectStatus,
  expectSuccess,
  expectText,
  expectThat,
  memberOf,
} from '../expect.ts';

export const assistantCases: readonly CheckCase[] = [
  {
    id: 'assistants.create',
    title: 'An assistant of a graph is created.',
    feature: 'assistants.read',
    route: 'POST /assistants',
    reference: 'The assistant with its name, config, metadata and `version: 1`.',
    async run(check) {
      const { name } = check.graph('plain');
      const assistant = await check.object('POST', '/assistants', {
        graph_id: name,
        name: 'Server check',
        config: { ...check.ownConfig, configurable: { flavour: 'sweet' } },
        metadata: check.marker,
      });
      check.cleanup.assistant(expectText(assistant['assistant_id'], 'assistant_id'));
      expectEqual(assistant['graph_id'], name, 'graph_id');
      expectEqual(assistant['name'], 'Server check', 'name');
      expectEqual(
        memberOf(assistant, 'config', 'configurable', 'flavour'),
        'sweet',
        'config.configurable.flavour',
      );
      expectEqual(assistant['version'], 1, 'version');
    },
  },
  {
    id: 'assistants.create.with-id',
    title: 'An assistant is created with the id that the client chose.',
    feature: 'assistants.read',
    route: 'POST /assistants',
    reference: '`assistant_id` of the body is taken over.',
    async run(check) {
      const { name } = check.graph('plain');
      const id = check.uuid();
      check.cleanup.assistant(id);
      const assistant = await check.object('POST', '/assistants', {
        graph_id: name,
        assistant_id: id,
        config: check.ownConfig,
        metadata: check.marker,
      });
      check.cleanup.assistant(expectText(assistant['assistant_id'], 'assistant_id'));
      expectThat(assistant['assistant_id'] === id, 'the id of the request', assistant['assistant_id']);
    },
  },
  {
    id: 'assistants.create.exists',
    title: 'An assistant that exists is not created again.',
    feature: 'assistants.read',
    route: 'POST /assistants',
    reference: '409, unless `if_exists` is `do_nothing`.',
    async run(check) {
      const { name } = check.graph('plain');
      const id = await check.assistant(name);
      const body = { graph_id: name, assistant_id: id, metadata: check.marker };
      expectStatus(await check.send('POST', '/assistants', body), 409);
      expectSuccess(await check.send('POST', '/assistants', { ...body, if_exists: 'do_nothing' }));
    },
  },
  {
    id: 'assistants.create.unknown-graph',
    title: 'An assistant of a graph that is not there is refused.',
    feature: 'assistants.read',
    route: 'POST /assistants',
    reference: '404 or 422.',
    async run(check) {
      const { status, text } = await check.send('POST', '/assistants', {
        graph_id: 'graph_server_check_no_such_graph',
        assistant_id: check.uuid(),
        metadata: check.marker,
      });
      const assistantId: unknown = status < 300 ? memberOf(JSON.parse(text), 'assistant_id') : undefined;
      if (typeof assistantId === 'string') check.cleanup.assistant(assistantId);
      expectThat([400, 404, 422].includes(status), '404 or 422', status);
    },
  },
  {
    id: 'assistants.get',
    title: 'An assistant can be read.',
    feature: 'assistants.read',
    route: 'GET /assistants/{assistant_id}',
    reference: 'The assistant.',
    async run(check) {
      const { name } = check.graph('plain');
      const id = await check.assistant(name, { name: 'Server check' });
      const assistant = await check.object('GET', `/assistants/${id}`);
      expectThat(
        assistant['assistant_id'] === id,
        'the assistant that was asked for',
        assistant['assistant_id'],
      );
      expectEqual(assistant['graph_id'], name, 'graph_id');
    },
  },
  {
    id: 'assistants.get.by-graph',
    title: 'The name of a graph stands for its own assistant.',
    feature: 'assistants.read',
    route: 'GET /assistants/{assistant_id}',
    reference: 'The assistant that the server made for the graph.',
    async run(check) {
      const { name } = check.graph('plain');
      const assistant = await check.object('GET', `/assistants/${encodeURIComponent(name)}`);
      expectEqual(assistant['graph_id'], name, 'graph_id');
    },
  },
  {
    id: 'assistants.unknown',
    title: 'An assistant that is not there is answered with 404.',
    feature: 'server.errors',
    route: 'GET /assistants/{assistant_id}',
    reference: '404.',
    async run(check) {
      const { status } = await check.send('GET', `/assistants/${check.uuid()}`);
      expectThat(status === 404, '404', status);
    },
  },
  {
    id: 'assistants.update',
    title: 'An edit of an assistant makes a new version.',
    feature: 'assistants.versions',
    route: 'PATCH /assistants/{assistant_id}',
    reference: 'The assistant with what was sent and the next `version`; metadata is merged.',
    async run(check) {
      const id = await check.assistant(check.graph('plain').name, { metadata: { colour: 'red' } });
      const edited = await check.object('PATCH', `/assistants/${id}`, {
        name: 'Edited',
        metadata: { size: 1 },
      });
      expectEqual(edited['name'], 'Edited', 'name');
      expectEqual(edited['version'], 2, 'version');
      expectEqual(memberOf(edited, 'metadata', 'colour'), 'red', 'metadata.colour, which was not sent');
    },
  },
  {
    id: 'assistants.versions',
    title: 'Versions of an assistant are listed, newest first.',
    feature: 'assistants.versions',
    route: 'POST /assistants/{assistant_id}/versions',
    reference: 'All versions with their settings.',
    async run(check) {
      const id = await check.assistant(check.graph('plain').name, { name: 'First' });
      await check.setup('an edited assistant', () =>
        check.json('PATCH', `/assistants/${id}`, { name: 'Second' }),
      );
      const versions = await check.list('POST', `/assistants/${id}/versions`, {});
      expectEqual(
        versions.map(({ version }) => version),
        [2, 1],
        'versions',
      );
      expectEqual(
        versions.map(({ name }) => name),
        ['Second', 'First'],
        'names of the versions',
      );
    },
  },
  {
    id: 'assistants.set-latest',
    title: 'An older version of an assistant becomes the current one again.',
    feature: 'assistants.versions',
    route: 'POST /assistants/{assistant_id}/latest',
    reference: 'The assistant with the settings of that version.',
    async run(check) {
      const config = (flavour: string): object => ({ configurable: { flavour } });
      const id = await check.assistant(check.graph('plain').name, { config: config('sweet') });
      await check.setup('an edited assistant', () =>
        check.json('PATCH', `/assistants/${id}`, { config: config('sour') }),
      );
      await check.json('POST', `/assistants/${id}/latest`, { version: 1 });
      const assistant = await check.object('GET', `/assistants/${id}`);
      expectEqual(assistant['version'], 1, 'version');
      expectEqual(memberOf(assistant, 'config', 'configurable', 'flavour'), 'sweet', 'config of version 1');
    },
  },
  {
    id: 'assistants.delete',
    title: 'An assistant can be deleted.',
    feature: 'assistants.read',
    route: 'DELETE /assistants/{assistant_id}',
    reference: '2xx; then it is not found.',
    async run(check) {
      const id = await check.assistant(check.graph('plain').name);
      expectSuccess(await check.send('DELETE', `/assistants/${id}`));
      const { status } = await check.send('GET', `/assistants/${id}`);
      expectThat(status === 404, '404 for the deleted assistant', status);
    },
  },
  {
    id: 'graph.drawing',
    title: 'The graph of an assistant can be drawn.',
    feature: 'graph.drawing',
    route: 'GET /assistants/{assistant_id}/graph',
    reference: 'Nodes with `__start__` and `__end__`, and the edges between them.',
    async run(check) {
      const { assistantId } = check.graph('plain');
      const graph = await check.object('GET', `/assistants/${assistantId}/graph`);
      const ids = check.idsOf(graph['nodes']);
      expectThat(ids.includes('__start__') && ids.includes('__end__'), '__start__ and __end__', ids);
      expectThat(ids.length >= 4, 'at least two nodes between them', ids);
      const edges = graph['edges'];
      const ends = Array.isArray(edges)
        ? edges.flatMap((edge) => [memberOf(edge, 'source'), memberOf(edge, 'target')])
        : [];
      expectThat(
        ends.length > 0 && ends.every((end) => ids.includes(String(end))),
        'edges between these nodes',
        edges,
      );
    },
  },
  {
    id: 'graph.xray',
    title: 'X-ray draws the nodes inside subgraphs.',
    feature: 'graph.drawing',
    route: 'GET /assistants/{assistant_id}/graph',
    reference: '`xray=true` expands subgraphs: `subgraph:node`.',
    async run(check) {
      const { assistantId } = check.graph('nested');
      const path = `/assistants/${assistantId}/graph`;
      const plain = check.idsOf((await check.object('GET', path))['nodes']);
      const ids = check.idsOf(
        (await check.object('GET', path, undefined, { query: { xray: true } }))['nodes'],
      );
      const inner = ids.filter((id) => id.includes(':'));
      expectThat(inner.length >= 2, 'nodes inside of a subgraph', ids);
      expectThat(
        plain.every((id) => !id.includes(':')),
        'none without x-ray',
        plain,
      );
    },
  },
  {
    id: 'graph.xray.depth',
    title: 'X-ray takes a depth.',
    feature: 'graph.drawing',
    route: 'GET /assistants/{assistant_id}/graph',
    reference: '`xray=1` expands one level.',
    async run(check) {
      const path = `/assistants/${check.graph('nested').assistantId}/graph`;
      const graph = await check.object('GET', path, undefined, { query: { xray: 2 } });
      const ids = check.idsOf(graph['nodes']);
      expectThat(
        ids.some((id) => id.includes(':')),
        'nodes inside of a subgraph',
        ids,
      );
    },
  },
  {
    id: 'graph.schemas',
    title: 'The schemas of a graph can be read.',
    feature: 'graph.schemas',
    route: 'GET /assistants/{assistant_id}/schemas',
    reference: 'JSON schemas of input, output and state that name the keys.',
    async run(check) {
      const { assistantId, input } = check.graph('plain');
      const schemas = await check.object('GET', `/assistants/${assistantId}/schemas`);
      const [key = ''] = Object.keys(input);
      for (const name of ['input_schema', 'output_schema', 'state_schema']) {
        const keys = Object.keys(expectObject(memberOf(schemas, name, 'properties'), `${name}.properties`));
        expectThat(keys.includes(key), `the key ${key} in ${name}`, keys);
      }
    },
    timeoutMs: 60_000,
  },
  {
    id: 'graph.schemas.context',
    title: 'The schema of the context can be read.',
    feature: 'graph.schemas',
    route: 'GET /assistants/{assistant_id}/schemas',
    reference: '`context_schema` names what a run may be configured with.',
    async run(check) {
      const { assistantId } = check.graph('custom');
      const schemas = await check.object('GET', `/assistants/${assistantId}/schemas`);
      const keys = memberOf(schemas, 'context_schema', 'properties');
      expectThat('flavour' in expectObject(keys, 'context_schema.properties'), 'the key flavour', keys);
    },
    timeoutMs: 60_000,
  },
  {
    id: 'graph.subgraphs',
    title: 'The subgraphs of a graph are listed with their schemas.',
    feature: 'graph.subgraphs',
    route: 'GET /assistants/{assistant_id}/subgraphs',
    reference: 'An object of schemas by namespace.',
    async run(check) {
      const { assistantId } = check.graph('nested');
      const subgraphs = await check.object('GET', `/assistants/${assistantId}/subgraphs`, undefined, {
        query: { recurse: true },
      });
      const [schemas] = Object.values(subgraphs);
      expectThat(schemas !== undefined, 'a subgraph', subgraphs);
      expectThat(
        'input_schema' in expectObject(schemas, 'schemas of a subgraph'),
        'the member input_schema',
        Object.keys(expectObject(schemas, 'schemas of a subgraph')),
      );
    },
    timeoutMs: 60_000,
  },
  {
    id: 'graph.subgraphs.one',
    title: 'One subgraph can be asked for by its namespace.',
    feature: 'graph.subgraphs',
    route: 'GET /assistants/{assistant_id}/subgraphs/{namespace}',
    reference: 'An object with only that namespace.',
    async run(check) {
      const path = `/assistants/${check.graph('nested').assistantId}/subgraphs`;
      const all = await check.setup('a list of subgraphs', () => check.object('GET', path));
      const [namespace = ''] = Object.keys(all);
      const one = await check.object('GET', `${path}/${encodeURIComponent(namespace)}`);
      expectEqual(Object.keys(one), [namespace], 'namespaces');
    },
    timeoutMs: 60_000,
  },
];
