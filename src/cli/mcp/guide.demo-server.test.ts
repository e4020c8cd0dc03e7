import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedServer, type SharedServer } from '../../testing/shared-server.ts';
import { slowness } from '../../testing/slowness.ts';
import { programName } from '../args/subcommands.ts';
import { createDemoCli, type DemoCli } from '../testing/demo-cli.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/coding-agents.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  );

let server: SharedServer;
let demo: DemoCli;
let threadId: string;

beforeAll(async () => {
  server = await sharedServer('demo');
  demo = await createDemoCli('lsv2_canary_guide_key_4711');
  ({ threadId } = (await demo.json(['run', 'broken'], { stdin: '{"pace":0}' })).document);
}, 60_000 * slowness());
afterAll(() => demo.cli.remove());

/** The guide's words, with a server, a thread and a file that are there. */
function words(line: string): string[] {
  return line
    .replace('--server staging', '--server demo')
    .replace('http://127.0.0.1:2024', server.url)
    .replace('1ef6c5de', threadId)
    .replaceAll('failed.recording.zip', join(demo.cli.dataFolder, 'failed.recording.zip'))
    .split(' ')
    .slice(1);
}

async function toolsOf(args: readonly string[]): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ ...demo.cli.command(args), stderr: 'inherit' }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

describe('the guide for coding agents', { timeout: 90_000 * slowness() }, () => {
  it('has commands that do what it says, one after the other', async () => {
    const lines = blocks('sh').flatMap((block) => block.trim().split('\n'));
    expect(lines.length).toBeGreaterThanOrEqual(6);
    const results: unknown[] = [];
    for (const line of lines) {
      const args = words(line);
      // Sequential on purpose: later commands use what earlier ones made.
      if (args[0] === 'mcp') results.push([line, (await toolsOf(args)).includes('run_graph')]);
      else results.push([line, (await demo.run(args)).code]);
    }
    expect(results).toEqual(
      lines.map((line) => [line, line.includes(' mcp ') ? line.includes('--allow-writes') : 0]),
    );
  });

  it('has a configuration that starts it', async () => {
    const [block = ''] = blocks('json');
    const { graphs } = JSON.parse(block).mcpServers;
    expect(graphs.command).toBe(programName);
    expect(await toolsOf(words([graphs.command, ...graphs.args].join(' ')))).toContain('list_threads');
  });
});
