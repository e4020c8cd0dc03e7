import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../testing/cpu-time.ts';
import { scaled } from '../../testing/test-scale.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { createValueScrubber } from './value-scrubber.ts';

const scrubberFor = (secrets: readonly string[], { likely = true, hosts = false } = {}) => {
  const scrubber = createScrubber();
  for (const secret of secrets) scrubber.add(secret);
  const { json: scrub, report } = createValueScrubber({ scrubber, likely, hosts: hosts ? [] : null });
  return { scrub, report };
};

describe('a record without its secrets', () => {
  it('is the same text, if it has none', () => {
    const { scrub, report } = scrubberFor(['s3cret-value']);
    const text =
      '{"b":1.0,"a":12345678901234567890,"text":"a \\u0022key\\u0022 and total_tokens","total_tokens":7,"keys":["x"]}';
    expect(scrub(text)).toBe(text);
    expect(report).toMatchObject({ known: 0, likely: 0, hosts: 0 });
  });

  it('has no known secret in any form, and is still JSON', () => {
    const { scrub, report } = scrubberFor(['12345678', 'p/w "quoted"']);
    const text =
      '{"n":12345678,"m":1.0,"text":"id 12345678 end","json":"p/w \\"quoted\\"","url":"x?p=p%2Fw%20%22quoted%22"}';
    expect(scrub(text)).toBe(
      '{"n":"[secret]","m":1.0,"text":"id [secret] end","json":"[secret]","url":"x?p=[secret]"}',
    );
    expect(report.known).toBe(4);
  });

  it.each([
    '{"api_key":"abc"}',
    '{"OPENAI_API_KEY":"abc"}',
    '{"apiKey" : "abc"}',
    '{"headers":{"x-api-key":"abc"}}',
    '{"accessToken":"abc"}',
    '{"nested":[{"password":"a\\"bc"}]}',
    '{"a":[":","x"],"Authorization":"abc"}',
    '{"tokens":3,"token":"abc"}',
  ])('has no value that its name calls a secret: %s', (text) => {
    const { scrub, report } = scrubberFor([]);
    const clean = scrub(text);
    expect(clean).toContain('"[secret]"');
    expect(clean).not.toContain('bc"}');
    expect(() => void JSON.parse(clean)).not.toThrow();
    expect(report.likely).toBe(1);
    expect(scrubberFor([], { likely: false }).scrub(text)).toBe(text);
  });

  it('has none in JSON that is inside a string', () => {
    const { scrub, report } = scrubberFor([]);
    const body = JSON.stringify({ apiKey: 'a"b\\c', name: 'x', nested: { password: 'p' } });
    const text = JSON.stringify({ request_body: body });
    const clean = JSON.parse(scrub(text)) as { request_body: string };
    const hidden = '[secret]';
    expect(JSON.parse(clean.request_body)).toEqual({
      apiKey: hidden,
      name: 'x',
      nested: { password: hidden },
    });
    expect(report.likely).toBe(2);
  });

  it('has no text in the form of a key', () => {
    const { scrub, report } = scrubberFor([]);
    const forms = [
      'sk-proj-abcdefghijklmnop1234',
      'lsv2_pt_0123456789abcdef0123',
      'ghp_abcdefghijklmnopqrstuvwxyz0123',
      'AKIAIOSFODNN7EXAMPLE',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.dozjgNryP4J3jVmN',
      'Bearer abcdefghijkl1234',
    ];
    for (const form of forms) {
      const scheme = form.startsWith('Bearer') ? 'Bearer ' : '';
      expect(scrub(JSON.stringify({ text: `use ${form} now` }))).toBe(`{"text":"use ${scheme}[secret] now"}`);
    }
    expect(report.likely).toBe(forms.length);
    expect(scrub('{"text":"a task-list and risk-averse words"}')).toBe(
      '{"text":"a task-list and risk-averse words"}',
    );
  });

  it('has no host, if that is wanted', () => {
    const { scrub, report } = scrubberFor([], { hosts: true });
    expect(scrub('{"text":"see https://a.example.com:8080/x?y=1, or http:\\/\\/b.local"}')).toBe(
      '{"text":"see https://[host]:8080/x?y=1, or http://[host]"}',
    );
    expect(report.hosts).toBe(2);
  });
});

it('what stands after the name of a secret is taken for one', () => {
  const { text: scrub } = createValueScrubber({ scrubber: createScrubber(), likely: true, hosts: null });
  for (const text of [
    'api_key=abcdef123',
    '"token": "abcdef123"',
    'Authorization: Basic abcdef123',
    'Password: abcdef123',
  ])
    expect(scrub(text)).not.toContain('abcdef123');
  for (const text of [
    'tokens: 1024',
    'threads.get',
    'total_tokens=12',
    'run 1f1e6df4-c301-60f0-8006-01514a106d7f',
  ])
    expect(scrub(text)).toBe(text);
});

it('hosts that are named without an address are hidden as well', () => {
  const hosts = ['graphs.example.internal'];
  const { text: scrub, report } = createValueScrubber({ scrubber: createScrubber(), likely: true, hosts });
  expect(scrub('getaddrinfo ENOTFOUND graphs.example.internal at https://other.example/x')).toBe(
    'getaddrinfo ENOTFOUND [host] at https://[host]/x',
  );
  expect(report).toMatchObject({ known: 0, likely: 0, hosts: 2 });
});

const fresh = (hosts: readonly string[] | null = null) =>
  createValueScrubber({ scrubber: createScrubber(), likely: true, hosts });
const value = 'q7Rt2mXw9Zk4';

describe('members of JSON that hold a secret', () => {
  it.each([
    { api_keys: [value, [value]] },
    { credentials: { user: value, more: [{ x: value }] } },
    { name: 'authorization', value },
    { value, name: 'X-API-Key' },
    { key: 'OPENAI_API_KEY', value: { stringValue: value } },
    { headers: [['authorization', value]] },
    { headers: [{ header: 'Cookie', value: `sid=${value}` }] },
    { body: JSON.stringify({ deep: JSON.stringify({ client_secret: value }) }) },
    { cut: JSON.stringify({ client_secret: value, text: 'more' }).slice(0, -8) },
    { python: `{'name': 'authorization', 'value': '${value}'}` },
    { python: `[('x-api-key', '${value}'), ('accept', '*/*')]` },
    { shell: `run --api-key ${value} --verbose` },
    { shell: `export DB_PWD=${value}\nnext` },
    { escaped: `first\\nAPI_KEY=${value}\\nlast` },
    { cookies: `Cookie: a=1; sid=${value}` },
    {
      url: `https://example.com/a?redirect=${encodeURIComponent(`https://b.example/?access_token=${value}`)}`,
    },
    { url: `https://example.com/files?sv=2024&sig=${value}%3D&se=2026` },
    { url: `https://maps.example.com/api?key=${value}` },
    { url: `amqps://${value}@queue.example.com/v` },
    { url: `postgres://app:p/${value}@db.example.com/app` },
    { tool: { password: { type: 'string', default: value } } },
  ])('%j', (record) => {
    const json = JSON.stringify(record);
    const { json: scrub, report } = fresh();
    const clean = scrub(json);
    expect(json).toContain(value);
    expect(clean).not.toContain(value);
    expect(() => void JSON.parse(clean)).not.toThrow();
    expect(report.likely).toBeGreaterThan(0);
    expect(fresh().json(clean)).toBe(clean);
  });

  it('are numbers, too, where a name calls them a password, but not where they count tokens', () => {
    const { json } = fresh();
    expect(json('{"password":12345678,"api_key":99887766}')).toBe(
      '{"password":"[secret]","api_key":"[secret]"}',
    );
    const counts = '{"total_tokens":12345678,"token":50256,"max_token":4096,"pwd":12,"id":12345678}';
    expect(json(counts)).toBe(counts);
  });
});

it('counts what was removed by kind', () => {
  const { json, report } = fresh();
  json(
    JSON.stringify({
      api_key: value,
      list: [{ api_key: value }],
      text: `ghp_${'a1B2'.repeat(9)}`,
      pwd: value,
    }),
  );
  expect([...report.kinds]).toEqual([
    ['api_key', 2],
    ['github-token', 1],
    ['pwd', 1],
  ]);
  expect(report.likely).toBe(4);
});

it.each([
  '{"usage_metadata":{"input_tokens":12,"output_tokens":5,"total_tokens":17},"logprobs":{"tokens":["a","b"]}}',
  '{"properties":{"api_key":{"type":"string","title":"Api Key"},"password":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["api_key","password"]}',
  '{"content":"The key to the city: a token of thanks, a secret: none; her signature: warm.","n":1.0,"big":12345678901234567890}',
  '{"error":"Invalid token: unexpected end of input","note":"auth: required, password: optional"}',
  '{"url":"https://example.com/a?page=2&key=name","mail":"mailto:someone@example.com","at":"see user@example.com at 10:30"}',
  '{"thread_id":"01a1faf6-6041-7141-8886-e92af3b04960","checkpoint_ns":"write:4014035b-2a78-5e4a-b7fa-a226b59f7b4c"}',
  '{"sha":"da39a3ee5e6b4b0d3255bfef95601890afd80709","tool":{"name":"search_key","value":"moon"},"cache_key":"a:b"}',
  '{"bearer of news":"Basic knowledge of tides, token by token","code":"password = input()"}',
])('scrubbing leaves what is no secret as it is: %s', (json) => {
  const { json: scrub, report } = fresh();
  expect(scrub(json)).toBe(json);
  expect(report.likely).toBe(0);
});

it.each([
  ['see https://a.example.com:8080/x', 'see https://[host]:8080/x'],
  ['first\nhttps://a.example.com/x', 'first\nhttps://[host]/x'],
  ['first\\nhttps://a.example.com/x', 'first\\nhttps://[host]/x'],
  ['a\twss://b.example.com', 'a\twss://[host]'],
  ['postgresql+asyncpg://db.example.com:5432/x', 'postgresql+asyncpg://[host]:5432/x'],
  ['mongodb://one.example.com:27017,two.example.com:27017/x', 'mongodb://[host]:27017,[host]:27017/x'],
  ['jdbc:sqlserver://sql.example.com:1433', 'jdbc:sqlserver://[host]:1433'],
  ['redis://[secret]@cache.example.com:6379/0', 'redis://[secret]@[host]:6379/0'],
  ['s3://bucket/key and grpc://10.0.0.5:50051', 's3://[host]/key and grpc://[host]:50051'],
  ['https://[2001:db8::1]:443/x', 'https://[host]:443/x'],
  ['getaddrinfo ENOTFOUND\nsvc.example.internal', 'getaddrinfo ENOTFOUND\n[host]'],
  ['connect to own.example.net\nthen', 'connect to [host]\nthen'],
  ['see OWN.Example.net', 'see [host]'],
  ['connect ECONNREFUSED 10.0.0.5:8080', 'connect ECONNREFUSED [host]:8080'],
  ['connect ETIMEDOUT 192.168.1.1:443', 'connect ETIMEDOUT [host]:443'],
  ['connect ETIMEDOUT 10.1.2.3', 'connect ETIMEDOUT [host]'],
  ['connect ECONNREFUSED ::1:8123', 'connect ECONNREFUSED [host]'],
  ['connect EHOSTUNREACH 2001:db8::1:443 - Local (:::0)', 'connect EHOSTUNREACH [host] - Local (:::0)'],
  ['connect ECONNREFUSED fe80::1%eth0:443', 'connect ECONNREFUSED [host]'],
  ['{"host":"10.0.0.5"', '{"host":"[host]"'],
  ['file:///etc/hosts and a: b', 'file:///etc/hosts and a: b'],
])('scrubbing hides hosts in %j', (text, hidden) => {
  const { text: scrub } = fresh(['own.example.net']);
  expect(scrub(text)).toBe(hidden);
  expect(JSON.parse(fresh(['own.example.net']).json(JSON.stringify({ text })))).toEqual({ text: hidden });
});

it.each([
  'a',
  '://',
  'a://b:c/',
  'https://',
  'key=',
  'token=',
  'token="',
  'token={{',
  'token: (',
  'a=[',
  'cookie: ',
  '-----BEGIN PRIVATE KEY-----\n',
  'eyJ',
  'ey.ey',
  '@',
  'Basic ',
  'Bearer ',
  '\\',
  '"',
  '\\"',
  "'a',",
  '"token","',
  'name="authorization" ',
  '?key=',
  '?a=%41',
  'adobe = ',
  'curl -u ',
  'sk-a-',
  'xoxb-1',
  'glpat-',
  '--token ',
  '[',
  '{"name":"authorization","value":',
])('scrubbing takes time in proportion to the length of a text that repeats %j', (part) => {
  const text = part.repeat(Math.ceil(scaled(1_000_000) / part.length));
  const { text: scrub, json } = fresh(['own.example.net']);
  expect(cpuMs(() => scrub(text))).toBeLessThan(8000);
  expect(cpuMs(() => json(JSON.stringify({ text })))).toBeLessThan(8000);
});

it('scrubbing scans megabytes of events without parsing those that have no secret', () => {
  const frame = `{"at":12.3,"event":"messages","data":[{"content":"and the tide","type":"AIMessageChunk"},{"langgraph_step":3}]}`;
  const { json } = fresh();
  expect(
    cpuMs(() => {
      for (let index = 0; index < 50_000; index += 1) json(frame);
    }),
  ).toBeLessThan(4000);
});

it('removes a private key without an end of any length', () => {
  const { text: scrub } = fresh();
  const key = `-----BEGIN PRIVATE KEY-----\n${'Ab1+'.repeat(5_000_000)}`;
  expect(scrub(`before ${key}`)).toBe('before [secret]');
});

it.each(['\n', String.raw`\n`])(
  'removes an encrypted private key without an end, its lines ended by %j',
  (end) => {
    const { text: scrub } = fresh();
    const lines = [
      'Proc-Type: 4,ENCRYPTED',
      'DEK-Info: AES-128-CBC,00FF',
      '',
      'bm90IGEga2V5',
      'IGF0IGFsbA==',
    ];
    expect(scrub(`-----BEGIN RSA PRIVATE KEY-----${end}${lines.join(end)}`)).toBe('[secret]');
  },
);

it('removes a known secret that a server escapes in its own way, whatever else is removed', () => {
  const { scrub } = scrubberFor(['a<b&c4711'], { likely: false });
  expect(scrub(String.raw`{"text":"a\u003cb\u0026c4711"}`)).toBe('{"text":"[secret]"}');
});
