import { describe, expect, it } from 'vitest';
import type { RunBatch } from '../../shared/model/run.ts';
import { ends, framesOf, starts } from './frame-builder.ts';
import { createRunLogStore } from './run-log-store.ts';

const frames = framesOf(['metadata', {}], starts('t1', 'plan'), ends('t1', 'plan'), [
  'values',
  { text: 'x' },
]);
const batch = (from: number, to: number, end: RunBatch['end'] = null): RunBatch => ({
  frames: frames.slice(from, to),
  link: end ? 'ended' : 'live',
  end,
});
const finished = { outcome: 'finished', error: null, incomplete: false } as const;
const newStore = () => createRunLogStore({ connectionId: 'c', threadId: 't', runId: 'r' });

function seen(store: ReturnType<typeof newStore>) {
  const { frames: all, link, end, model } = store.get();
  return {
    seqs: all.map(({ seq }) => seq),
    link,
    outcome: end?.outcome ?? null,
    plan: model.activity.picture().get('plan')?.visits,
    values: model.valuesText(),
  };
}

describe('createRunLogStore', () => {
  it('appends batches and tells each one', () => {
    const store = newStore();
    let told = 0;
    const stop = store.subscribe(() => (told += 1));
    store.take(batch(0, 2));
    store.take(batch(2, 4, finished));
    stop();
    store.take(batch(0, 0));
    expect(told).toBe(2);
    expect(seen(store)).toEqual({
      seqs: [0, 1, 2, 3],
      link: 'live',
      outcome: 'finished',
      plan: 1,
      values: '{"text":"x"}',
    });
  });

  it('R-4: has every frame once when the run is read again from its start', () => {
    const store = newStore();
    store.take(batch(0, 3));
    store.take(batch(0, 2));
    store.take(batch(2, 4, finished));
    expect(seen(store)).toMatchObject({ seqs: [0, 1, 2, 3], plan: 1, outcome: 'finished' });
  });

  it('follows the new log from where it differs', () => {
    const store = newStore();
    store.take(batch(0, 4));
    const other = framesOf(['metadata', {}], ['values', { text: 'other' }]);
    store.take({ frames: other, link: 'live', end: null });
    expect(seen(store)).toMatchObject({ seqs: [0, 1], plan: undefined, values: '{"text":"other"}' });
  });

  it('keeps the state when a values frame holds only an interrupt', () => {
    const store = newStore();
    const asked = framesOf(['values', { text: 'x' }], ['values', { __interrupt__: [{ id: 'i', value: 1 }] }]);
    store.take({ frames: asked, link: 'live', end: null });
    expect(seen(store).values).toBe('{"text":"x"}');
  });

  it('notes when the end was seen, once', () => {
    const store = newStore();
    expect(store.get().endedAt).toBeNull();
    store.take(batch(0, 4, finished));
    const { endedAt } = store.get();
    store.take(batch(0, 4, finished));
    expect(store.get().endedAt).toBe(endedAt);
    expect(endedAt).toBeTypeOf('number');
  });
});
