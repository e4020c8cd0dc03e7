import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { maxPinLength, maxPins } from '../../shared/model/pin.ts';
import { draftKey, writeDraft } from '../storage/drafts.ts';
import { outputProblem, pinsOfRun, readPins, usePins } from './stored-pins.ts';

const owner = { connectionId: 'c', graphId: 'g' };
const pin = (nodeId: string, outputText = '{}') => ({ nodeId, outputText, source: null });

describe('pins', () => {
  it('are kept per node and graph, replaced in place, and removed', () => {
    const { result } = renderHook(() => usePins(owner));
    act(() => {
      result.current.put(pin('plan'));
      result.current.put(pin('write'));
      result.current.put(pin('plan', '{"a":1.0}'));
    });
    expect(result.current.all).toEqual([pin('plan', '{"a":1.0}'), pin('write')]);
    expect(readPins({ ...owner, graphId: 'other' })).toEqual([]);
    expect(pinsOfRun(result.current.all)[0]).toEqual({ nodeId: 'plan', outputText: '{"a":1.0}' });
    act(() => result.current.remove('plan'));
    expect(result.current.all).toEqual([pin('write')]);
    act(() => result.current.clear());
    expect(result.current.all).toEqual([]);
  });

  it('refuse what no run could write, and too many', () => {
    const { result } = renderHook(() => usePins(owner));
    expect(result.current.put(pin('plan', '[1]'))).toContain('a JSON object, or null');
    expect(result.current.put(pin('plan', '{'))).toBe('The output is not valid JSON.');
    expect(outputProblem(`{"a":"${'x'.repeat(maxPinLength)}"}`)).toMatch(
      /^The output is .* can be pinned\.$/,
    );
    expect(outputProblem(' null ')).toBeNull();
    act(() => {
      for (let index = 0; index < maxPins; index += 1)
        expect(result.current.put(pin(`n${index}`))).toBeNull();
      expect(result.current.put(pin('one more'))).toContain(`At most ${maxPins} nodes`);
    });
    expect(result.current.all).toHaveLength(maxPins);
  });

  it('are none where the stored text is broken, and leave out broken ones', () => {
    const key = draftKey('graph-pins', 'c', 'g');
    for (const text of ['{', '[]', '{"pins":7}']) {
      writeDraft(key, text);
      expect(readPins(owner)).toEqual([]);
    }
    writeDraft(key, JSON.stringify({ pins: [{ nodeId: 1 }, pin('plan'), pin('plan', '{"b":1}')] }));
    expect(readPins(owner)).toEqual([pin('plan')]);
  });
});
