import { describe, expect, it } from 'vitest';
import type { ServerInfo } from '../../../shared/model/connections/connection.ts';
import { someCapabilities } from '../../../testing/builders.ts';
import { networkOf, webhookReach } from './webhook-reach.ts';

const info = (runtime: ServerInfo['runtime'], version: string | null): ServerInfo => ({
  version,
  runtime,
  runtimeVersion: null,
  capabilities: someCapabilities({ webhooks: { available: true, reason: null } }),
});
const js = info('js', '1.1.12');
const oldPython = info('python', '0.9.4');
const newPython = info('python', '0.10.2');
const unknown = info('unknown', null);

const local = 'http://127.0.0.1:2024';
const lan = 'http://192.168.1.7:2024';
const hosted = 'https://mine.us.langgraph.app';

describe('W-7: whether webhooks arrive', () => {
  it.each<[string, ServerInfo | null, string, ReturnType<typeof webhookReach>['verdict'], RegExp]>([
    [local, js, 'http://127.0.0.1:4000', 'likely', /reaches the listener/],
    [local, oldPython, 'http://127.0.0.1:4000', 'likely', /container/],
    [local, newPython, 'http://127.0.0.1:4000', 'doubtful', /0\.10\.2.*refuses webhooks to loopback/],
    [local, info('python', '1.0.0'), 'http://localhost:4000', 'doubtful', /refuses/],
    [local, unknown, 'http://127.0.0.1:4000', 'doubtful', /version of this one is unknown/],
    [local, null, 'http://[::1]:4000', 'doubtful', /unknown/],
    [lan, js, 'http://127.0.0.1:4000', 'no', /another computer/],
    [hosted, newPython, 'http://127.0.0.1:4000', 'no', /another computer/],
    [lan, js, 'http://192.168.1.5:4000', 'likely', /over the network/],
    [local, newPython, 'http://192.168.1.5:4000', 'doubtful', /private addresses/],
    [hosted, newPython, 'http://192.168.1.5:4000', 'no', /not on this network/],
    [hosted, newPython, 'https://abc.trycloudflare.com', 'likely', /public address/],
    [local, js, 'https://abc.trycloudflare.com', 'likely', /public address/],
  ])('from %s to %s', (serverUrl, server, webhookUrl, verdict, text) => {
    const reach = webhookReach({ serverUrl, server, webhookUrl });
    expect(reach.verdict).toBe(verdict);
    expect(reach.text).toMatch(text);
    expect(reach.remedy === null).toBe(verdict === 'likely');
  });

  it('says what a server without webhooks says', () => {
    const reason = 'Runs on this server do not support webhooks.';
    const server = { ...js, capabilities: { ...js.capabilities, webhooks: { available: false, reason } } };
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
