import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subcommands } from './args/subcommands.ts';
import type { SubcommandSpec } from './args/subcommand-spec.ts';
import { slowness } from '../testing/slowness.ts';
import type { McpTestClient } from './testing/connect-mcp.ts';
import { connectMcpTo } from './testing/mcp-on-server.ts';
import { runMain } from './testing/run-main.ts';
import { isolateDataFolder } from '../testing/isolate-data-folder.ts';

isolateDataFolder();

/** Anything but a command that was refused would ask this server. */
const requests: string[] = [];
let client: McpTestClient;
beforeAll(async () => {
  client = await connectMcpTo((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(500).end();
  });
}, 60_000 * slowness());
afterAll(() => client.close());

/** The name as other conventions write it, and with a letter less. */
function misspelt(name: string): string[] {
  const camel = name.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
  const others = [camel, name.replaceAll('_', '-'), name.replaceAll('-', '_'), `${name}s`, name.slice(0, -1)];
  return [...new Set(others)].filter((other) => other !== name && other.length > 1);
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  readonly additionalProperties?: unknown;
}

describe('each tool of the MCP server', () => {
  it('refuses each of its arguments when it is misspelt, names the one that was meant, and sends nothing', async () => {
    const { tools } = await client.client.listTools();
    expect(tools).toHaveLength(20);
    let tried = 0;
    for (const { name, inputSchema } of tools) {
      const { properties = {}, additionalProperties } = inputSchema as ObjectSchema;
      expect([name, additionalProperties]).toEqual([name, false]);
      for (const property of Object.keys(properties)) {
        for (const wrong of misspelt(property)) {
          if (wrong in properties) continue;
          const { data, failed } = await client.call(name, { [wrong]: 'x' });
          expect([name, failed, data]).toEqual([name, true, expect.stringContaining(`"${wrong}"`)]);
          expect(data).toContain(`Did you mean "${property}"?`);
          expect(data).toContain('Nothing was sent.');
          tried += 1;
        }
      }
      const { failed, data } = await client.call(name, { frobnicate: 1 });
      expect([failed, data]).toEqual([true, expect.stringContaining('Unknown argument "frobnicate".')]);
    }
    expect(tried).toBeGreaterThan(60);
    expect(requests).toEqual([]);
  });

  it('refuses unknown members of its objects, too', async () => {
    const from = { thread: 't', checkpointNs: 'x' };
    const { data, failed } = await client.call('compare', { from, to: { thread: 't' } });
    expect([failed, data]).toEqual([true, expect.stringContaining('Did you mean "checkpoint_ns"?')]);
    expect(requests).toEqual([]);
  });

  it('has names in snake case only', async () => {
    const { tools } = await client.client.listTools();
    const namesOf = ({ properties = {} }: ObjectSchema): string[] =>
      Object.entries(properties).flatMap(([name, schema]) => [name, ...namesOf(schema)]);
    const names = tools.flatMap(({ name, inputSchema }) => [name, ...namesOf(inputSchema as ObjectSchema)]);
    expect(names.filter((name) => !/^[a-z]+(?:_[a-z]+)*$/.test(name))).toEqual([]);
  });

  it('says that it replaces something, if it writes', async () => {
    const { tools } = await client.client.listTools();
    const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
    expect(writing.map(({ name }) => name)).toEqual([
      'run_graph',
      'resume_thread',
      'cancel_run',
      'edit_state',
    ]);
    for (const { annotations } of writing)
      expect(annotations).toMatchObject({ destructiveHint: true, idempotentHint: false });
  });
});

describe('each command', () => {
  it.each(subcommands.map((spec) => [spec.name, spec] as const))(
    '%s refuses each of its options when it is misspelt, and names the one that was meant',
    async (name, spec: SubcommandSpec) => {
      const names = Object.keys(spec.options);
      for (const option of names) {
        for (const wrong of misspelt(option)) {
          if (names.includes(wrong)) continue;
          const { code, out, err } = await runMain([...name.split(' '), `--${wrong}`]);
          expect([wrong, code, out]).toEqual([wrong, 2, '']);
          expect(err).toContain(`'--${wrong}'`);
          expect(err).toMatch(/Did you mean --[a-z-]+\?/);
        }
      }
    },
  );

  it('names the option that is most alike', async () => {
    const line = ['state', 'set', 't', 'topic=1', '--asNode', 'plan'];
    expect((await runMain(line)).err).toContain("Unknown option '--asNode'.\nDid you mean --as-node?");
    const resumed = await runMain(['run', '--thread', 't', '--resumed', '1']);
    expect(resumed.err).toContain('Did you mean --resume?');
    expect((await runMain(['threads', 'lst'])).err).toContain('Did you mean "threads list"?');
  });
});
