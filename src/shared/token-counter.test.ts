import { describe, expect, it } from 'vitest';
import { createTokenCounter } from './token-counter.ts';

const message = (id: string, input: number, output: number, more: object = {}) => ({
  id,
  usage_metadata: { input_tokens: input, output_tokens: output, ...more },
});

describe('tokens by model', () => {
  it('are of the model that the message names, else of the one that the stream names', () => {
    const count = createTokenCounter();
    count.add({ ...message('a', 10, 1), response_metadata: { model_name: 'big' } }, false, ['t'], {
      ls_model_name: 'other',
    });
    count.add(message('b', 5, 2), true, ['t', 'around'], { ls_model_name: 'small' });
    count.add(message('c', 1, 1), false, []);
    expect(count.models()).toEqual([
      { model: 'big', input: 10, cached: 0, output: 1 },
      { model: 'small', input: 5, cached: 0, output: 2 },
      { model: null, input: 1, cached: 0, output: 1 },
    ]);
    expect(count.modelsOf('around')).toEqual([{ model: 'small', input: 5, cached: 0, output: 2 }]);
    expect(count.modelsOf('none')).toEqual([]);
    expect(count.total()).toEqual({ input: 16, output: 4, total: 20 });
    expect(count.of('t')).toEqual({ input: 15, output: 3, total: 18 });
  });

  it('count a message once that is reported again, and input from a cache apart', () => {
    const count = createTokenCounter();
    const cached = { input_token_details: { cache_read: 4 } };
    for (let time = 0; time < 3; time += 1) count.add(message('a', 10, 1, cached), false, ['t']);
    expect(count.modelsOf('t')).toEqual([{ model: null, input: 10, cached: 4, output: 1 }]);
  });
});
