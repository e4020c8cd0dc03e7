import { describe, expect, it } from 'vitest';
import { receiverInEnvironment } from './otlp-environment.ts';

describe('a receiver of traces in the environment', () => {
  it('is named by the usual variables of OpenTelemetry', () => {
    expect(receiverInEnvironment({})).toEqual({ url: null, isExact: false, headers: [], timeoutMs: null });
    expect(
      receiverInEnvironment({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, x-scope = team=1,',
        OTEL_EXPORTER_OTLP_TIMEOUT: '2500',
      }),
    ).toEqual({
      url: 'http://127.0.0.1:4318',
      isExact: false,
      headers: [
        { name: 'api-key', value: 'a b' },
        { name: 'x-scope', value: 'team=1' },
      ],
      timeoutMs: 2500,
    });
  });

  it('is rather the one for traces, whose address is taken as it is', () => {
    expect(
      receiverInEnvironment({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/otlp',
        OTEL_EXPORTER_OTLP_HEADERS: 'a=1',
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'b=100%',
      }),
    ).toMatchObject({
      url: 'http://127.0.0.1:9/otlp',
      isExact: true,
      headers: [{ name: 'b', value: '100%' }],
    });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_TIMEOUT', 'soon', /is not a number of milliseconds/],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '-1', /is not a number of milliseconds/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'canary', /Write it as|can't be read/],
  ])('is refused with %s=%s', (name, value, why) => {
    expect(() => receiverInEnvironment({ [name]: value })).toThrow(why);
    expect(() => receiverInEnvironment({ [name]: value })).not.toThrow(/canary/);
  });
});
