import { describe, expect, it } from 'vitest';
import { createScrubber } from '../../logging/scrubber.ts';
import { createRecordScrubber } from './scrub-record.ts';

const scrubberFor = (secrets: readonly string[], { likely = true, hosts = false } = {}) => {
  const scrubber = createScrubber();
  for (const secret of secrets) scrubber.add(secret);
  return createRecordScrubber({ scrubber, likely, hosts });
};

describe('F-5: a record without its secrets', () => {
  it('F-5: is the same text, if it has none', () => {
    const { scrub, report } = scrubberFor(['s3cret-value']);
    const text =
      '{"b":1.0,"a":12345678901234567890,"text":"a \\u0022key\\u0022 and total_tokens","total_tokens":7,"keys":["x"]}';
    expect(scrub(text)).toBe(text);
    expect(report).toMatchObject({ known: 0, likely: 0, hosts: 0 });
  });

  it('F-5: has no known secret in any form, and is still JSON', () => {
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
  ])('F-5: has no value that its name calls a secret: %s', (text) => {
    const { scrub, report } = scrubberFor([]);
    const clean = scrub(text);
    expect(clean).toContain('"[secret]"');
    expect(clean).not.toContain('bc"}');
    expect(() => void JSON.parse(clean)).not.toThrow();
    expect(report.likely).toBe(1);
    expect(scrubberFor([], { likely: false }).scrub(text)).toBe(text);
  });

  it('F-5: has none in JSON that is inside a string', () => {
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

  it('F-5: has no text in the form of a key', () => {
    const { scrub, report } = scrubberFor([]);
    const forms = [
      'sk-proj-abcdefghijklmnop1234',
      'lsv2_pt_0123456789abcdef0123',
      'ghp_abcdefghijklmnopqrstuvwxyz0123',
      'AKIAIOSFODNN7EXAMPLE',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.dozjgNryP4J3jVmN',
      'Bearer abcdefghijkl1234',
    ];
    for (const form of forms)
      expect(scrub(JSON.stringify({ text: `use ${form} now` }))).toBe('{"text":"use [secret] now"}');
    expect(report.likely).toBe(forms.length);
    expect(scrub('{"text":"a task-list and risk-averse words"}')).toBe(
      '{"text":"a task-list and risk-averse words"}',
    );
  });

  it('F-5: has no host, if that is wanted', () => {
    const { scrub, report } = scrubberFor([], { hosts: true });
    expect(scrub('{"text":"see https://a.example.com:8080/x?y=1, or http:\\/\\/b.local"}')).toBe(
      '{"text":"see https://[host]:8080/x?y=1, or http:\\/\\/[host]"}',
    );
    expect(report.hosts).toBe(2);
  });
});
