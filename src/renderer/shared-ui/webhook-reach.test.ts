import { describe, expect, it } from 'vitest';
import type { ServerInfo } from '../../shared/model/connection.ts';
import { someCapabilities } from '../../testing/builders.ts';
import { networkOf, webhookReach } from './webhook-reach.ts';

const withLoopback = (available: boolean | null): ServerInfo => ({
  version: null,
  runtime: 'unknown',
  runtimeVersion: null,
  capabilities: someCapabilities({
    webhooks: { available: true, reason: null },
    loopbackWebhooks:
      available === null
        ? { available, reason: null }
        : { available, reason: available ? null : 'It refuses webhooks to loopback.', source: 'version' },
  }),
});
const allowing = withLoopback(true);
const refusing = withLoopback(false);
const unknown = withLoopback(null);

const local = 'http://127.0.0.1:2024';
const lan = 'http://192.168.1.7:2024';
const hosted = 'https://mine.us.langgraph.app';

describe('whether webhooks arrive', () => {
  it.each<[string, ServerInfo | null, string, ReturnType<typeof webhookReach>['verdict'], RegExp]>([
    [local, allowing, 'http://127.0.0.1:4000', 'likely', /reaches the listener.*container/],
    [local, refusing, 'http://127.0.0.1:4000', 'doubtful', /refuses webhooks.*Known of this version/],
    [local, refusing, 'http://localhost:4000', 'doubtful', /refuses/],
    [local, unknown, 'http://127.0.0.1:4000', 'doubtful', /does not report whether/],
    [local, null, 'http://[::1]:4000', 'doubtful', /does not report whether/],
    [lan, allowing, 'http://127.0.0.1:4000', 'no', /another computer/],
    [hosted, refusing, 'http://127.0.0.1:4000', 'no', /another computer/],
    [lan, allowing, 'http://192.168.1.5:4000', 'likely', /over the network/],
    [local, refusing, 'http://192.168.1.5:4000', 'doubtful', /private addresses/],
    [hosted, refusing, 'http://192.168.1.5:4000', 'no', /not on this network/],
    [hosted, refusing, 'https://abc.trycloudflare.com', 'likely', /public address/],
    [local, allowing, 'https://abc.trycloudflare.com', 'likely', /public address/],
  ])('from %s to %s', (serverUrl, server, webhookUrl, verdict, text) => {
    const reach = webhookReach({ serverUrl, server, webhookUrl });
    expect(reach.verdict).toBe(verdict);
    expect(reach.text).toMatch(text);
    expect(reach.remedy === null).toBe(verdict === 'likely');
  });

  it('says what a server without webhooks says', () => {
    const reason = 'Runs on this server do not support webhooks.';
    const server = {
      ...allowing,
      capabilities: { ...allowing.capabilities, webhooks: { available: false, reason } },
    };
    expect(webhookReach({ serverUrl: local, server, webhookUrl: local })).toMatchObject({
      verdict: 'no',
      text: reason,
    });
  });

  it.each([
    ['http://172.17.0.1:1', 'private'],
    ['http://172.32.0.1', 'public'],
    ['http://[fd00::1]:80', 'private'],
    ['http://nas:80', 'private'],
    ['http://graph.localhost', 'loopback'],
    ['https://10.example.com', 'public'],
    ['nonsense', 'private'],
  ])('%s is %s', (url, network) => {
    expect(networkOf(url)).toBe(network);
  });
});
