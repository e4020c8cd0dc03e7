import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { parseServerUrl } from './connection-url.ts';

const taken: readonly (readonly [typed: string, url: string, origin: string])[] = [
  ['http://127.0.0.1:2024', 'http://127.0.0.1:2024', 'http://127.0.0.1:2024'],
  ['  http://127.0.0.1:2024/  ', 'http://127.0.0.1:2024', 'http://127.0.0.1:2024'],
  ['HTTP://LocalHost:2024//', 'http://localhost:2024', 'http://localhost:2024'],
  ['https://example.com:443/', 'https://example.com', 'https://example.com'],
  ['https://example.com/base/path/', 'https://example.com/base/path', 'https://example.com'],
  ['https://example.com/a@b', 'https://example.com/a@b', 'https://example.com'],
  ['http://[::1]:2024', 'http://[::1]:2024', 'http://[::1]:2024'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example', 'https://xn--mnchen-3ya.example'],
];

const refused: readonly (readonly [typed: string, message: RegExp, hint: RegExp])[] = [
  ['', /empty/, /127\.0\.0\.1/],
  ['   ', /empty/, /127\.0\.0\.1/],
  ['localhost:2024', /http:\/\/ or https/, /Try http:\/\/localhost:2024\./],
  ['127.0.0.1:2024', /http:\/\/ or https/, /Try http:\/\/127/],
  ['example.com/base', /http:\/\/ or https/, /Try https:\/\/example\.com\/base\./],
  ['http:/example.com', /http:\/\/ or https/, /./],
  ['ftp://example.com', /ftp:\/\//, /http/],
  ['ws://127.0.0.1', /ws:\/\//, /http/],
  ['javascript://x', /javascript:\/\//, /http/],
  ['http://', /not valid/, /host and port/],
  ['http://host:99999', /not valid/, /port/],
  ['http://a b', /space/, /./],
  ['http:\\\\host', /backslash/, /./],
  ['http://host\u0000', /control/, /./],
  ['http://user:word@host', /user name or password/, /key field/],
  ['http://@host', /user name or password/, /./],
  ['http://host/?a=1', /query/, /Remove it/],
  ['http://host/?', /query/, /./],
  ['https://smith.example/studio/?baseUrl=http://127.0.0.1:2024', /query/, /http:\/\/127\.0\.0\.1:2024/],
  ['http://host/#part', /fragment/, /./],
  ['http://host#', /fragment/, /./],
];

describe('parseServerUrl', () => {
  it.each(taken)('%j is %s', (typed, url, origin) => expect(parseServerUrl(typed)).toEqual({ url, origin }));

  it.each(refused)('rejects %j with a reason and a fix', (typed, message, hint) => {
    const error = errorOf(() => parseServerUrl(typed));
    expect(error).toMatchObject({ code: 'invalid-input', details: { where: 'url' } });
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });
});

function errorOf(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('No AppError was thrown.');
}
