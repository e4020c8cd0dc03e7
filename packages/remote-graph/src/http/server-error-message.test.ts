import { describe, expect, it } from 'vitest';
import { messageFromErrorBody } from './server-error-message.ts';
import { failureInResponse, parseFailure } from '../compat/run-failures.ts';

const zodBody =
  '{"success":false,"error":{"issues":[{"code":"invalid_string","message":"Invalid uuid","path":["thread_id"]}],"name":"ZodError"}}';

describe('messageFromErrorBody', () => {
  it.each([
    ['plain text', 'Thread not found', 'Thread not found'],
    ['detail', '{"detail":"Thread is busy"}', 'Thread is busy'],
    ['message before error', '{"error":"E","message":"words"}', 'words'],
    ['a nested error', '{"error":{"message":"words"}}', 'words'],
    ['issues of zod', zodBody, 'thread_id: Invalid uuid'],
    [
      'issues of pydantic',
      '{"detail":[{"loc":["body",0],"msg":"bad"},{"msg":"worse"}]}',
      'body.0: bad; worse',
    ],
    ['an empty body', ' ', '500 Broken'],
    ['a web page', '<html>', '500 Broken (a web page)'],
    ['JSON without words', '{"a":1}', '{"a":1}'],
    ['an empty message', '{"message":"","detail":"words"}', 'words'],
  ])('finds the message in %s', (_, body, message) => {
    expect(messageFromErrorBody(body, 500, 'Broken')).toBe(message);
  });

  it('shortens what is very long', () => {
    expect(messageFromErrorBody('x'.repeat(10_000), 500, '')).toHaveLength(2002);
  });
});

describe('failureOf', () => {
  it.each([
    [{ error: 'BoomError', message: 'it broke' }, 'BoomError', 'it broke'],
    [{ error: 'Error', message: '{"error":"BoomError","message":"it broke"}' }, 'BoomError', 'it broke'],
    ['{"message":"it broke","name":"BoomError"}', 'BoomError', 'it broke'],
    ["ValueError('it broke')", 'ValueError', 'it broke'],
    [{ error: 'Error', message: '"Run not found"' }, 'Error', 'Run not found'],
    [{}, 'Error', 'Error'],
    [42, 'Error', '42'],
  ])('unwraps %j', (failure, name, message) => {
    expect(parseFailure(failure)).toEqual({ name, message });
  });

  it('finds the failure in the response of a wait', () => {
    expect(failureInResponse({ __error__: { error: 'E', message: 'm' } })).toEqual({
      name: 'E',
      message: 'm',
    });
    expect(failureInResponse({ values: 1 })).toBeNull();
    expect(failureInResponse(null)).toBeNull();
  });
});
