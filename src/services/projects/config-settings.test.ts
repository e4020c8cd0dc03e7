import { describe, expect, it } from 'vitest';
import { readConfigSettings } from './config-settings.ts';

const read = (config: unknown) => readConfigSettings(JSON.stringify(config, null, 2));
const sentences = (config: unknown) => read(config).settings.map(({ name, text }) => [name, text]);

describe('the settings of a langgraph.json', () => {
  it('are sentences, in their order and with their lines', () => {
    const text =
      '{\n "graphs": {},\n "store": { "ttl": {\n  "default_ttl": 10080,\n  "refresh_on_read": false } }\n}';
    expect(readConfigSettings(text)).toEqual({
      settings: [
        {
          name: 'store.ttl.default_ttl',
          line: 4,
          text: 'Items of memory expire after 10,080 minutes (7 days).',
        },
        {
          name: 'store.ttl.refresh_on_read',
          line: 5,
          text: 'Reading an item of memory does not extend its time.',
        },
      ],
      problems: [],
    });
  });

  it('say how long threads are kept, which routes are off, and who gets in', () => {
    expect(
      sentences({
        checkpointer: { ttl: { strategy: 'keep_latest', default_ttl: 90, sweep_interval_minutes: 120 } },
        http: {
          disable_mcp: true,
          disable_threads: false,
          cors: { allow_origins: ['https://a.example', '*'] },
        },
        auth: { path: './auth.py:auth', disable_studio_auth: true },
        encryption: { path: './encryption.py:keys' },
        webhooks: { url: { allowed_ports: [443] }, headers: { 'x-token': 'canary' } },
      }),
    ).toEqual([
      [
        'checkpointer.ttl.strategy',
        'Of a thread that has expired, old checkpoints are deleted and the latest state is kept.',
      ],
      ['checkpointer.ttl.default_ttl', 'Threads expire after 90 minutes.'],
      [
        'checkpointer.ttl.sweep_interval_minutes',
        'Expired threads are looked for every 120 minutes (2 hours).',
      ],
      ['http.disable_mcp', 'The server has no routes for MCP.'],
      ['http.disable_threads', 'The routes for threads are on, as by default.'],
      ['http.cors.allow_origins', 'Every web page may call the server.'],
      ['auth.path', 'The project’s own code decides who gets in: ./auth.py:auth.'],
      ['auth.disable_studio_auth', 'The header of studios does not get around the project’s authentication.'],
      ['encryption.path', 'Stored data is encrypted by the project’s own code: ./encryption.py:keys.'],
      ['webhooks.url.allowed_ports', 'Webhooks go to these ports only: 443.'],
      ['webhooks.headers', 'Webhooks have the headers x-token.'],
    ]);
  });

  it('are unknown where no server is known to read them, at any level', () => {
    expect(sentences({ http: { disable_everything: true }, constructor: 1, watch: [] })).toEqual([
      ['http.disable_everything', null],
      ['constructor', null],
      ['watch', null],
    ]);
  });

  it('are problems with their line if they are of another type, and nothing if they are null', () => {
    const { settings, problems } = readConfigSettings(
      '{\n"store": {"ttl": {"default_ttl": "60"}},\n"http": [],\n"encryption": null,\n"webhooks": {"url": {"allowed_domains": [1]}}}',
    );
    expect(settings).toEqual([]);
    expect(problems.map(({ severity, message }) => [severity, message])).toEqual([
      ['warning', 'langgraph.json, line 2: "store.ttl.default_ttl" must be a number, and is "60".'],
      ['warning', 'langgraph.json, line 3: "http" must be an object, and is [].'],
      [
        'warning',
        'langgraph.json, line 5: "webhooks.url.allowed_domains" must be a list of texts, and is [1].',
      ],
    ]);
  });

  it('are bounded, and have no control characters', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1]));
    expect(read(many).settings).toHaveLength(200);
    const [setting] = read({ auth: { path: `\u001b[31m${'x'.repeat(5000)}` } }).settings;
    expect(setting?.text?.length).toBeLessThan(300);
    expect(setting?.text).not.toContain('\u001b');
  });

  it('are none of a file that is no JSON', () => {
    expect(readConfigSettings('{')).toEqual({ settings: [], problems: [] });
  });
});
