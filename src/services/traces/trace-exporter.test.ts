import { describe, expect, it } from 'vitest';
import { startOtlpReceiver } from '../../testing/traces/otlp-receiver.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { otlpTarget } from './otlp-target.ts';
import { createTraceExporter } from './trace-exporter.ts';

const unused = () => Promise.reject(new Error('Not asked for here.'));

describe('the exporter of traces', () => {
  it('repeats no key that the receiver repeats in its reasons', async () => {
    const otlp = await startOtlpReceiver((response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"partialSuccess":{"rejectedSpans":"1","errorMessage":"over the quota of otlp-canary-0815"}}');
    });
    const exporter = createTraceExporter({
      platform: { proxyFor: () => Promise.resolve(null), version: '1.2.3' },
      clients: { get: unused },
      scrubber: createScrubber(),
      readRecord: unused,
      serverName: unused,
    });
    const target = otlpTarget(otlp.url, [{ name: 'authorization', value: 'Bearer otlp-canary-0815' }]);
    const batches = [{ spans: 1, body: new Uint8Array(8) }];
    const report = await exporter.post(target, batches, new AbortController().signal);
    expect(report).toEqual({ sent: 0, rejected: 1, reasons: ['over the quota of [secret]'] });
    await otlp.stop();
  });
});
