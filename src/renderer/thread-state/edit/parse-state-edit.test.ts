import { describe, expect, it } from 'vitest';
import { changesAsSent, previewBody, parseStateEdit } from './parse-state-edit.ts';

const state = '{"id": 9223372036854775807, "text": "hi", "log": ["a"], "rate": 1.0}';

describe('readEdit', () => {
  it('sends only what changed; a long number beside it is not touched', () => {
    const edit = parseStateEdit(state, '{"id":9223372036854775807,"text":"ho","log":["a"],"rate":1.0}');
    expect(edit.changes).toEqual([{ key: 'text', valueText: '"ho"' }]);
    expect(edit.differences).toEqual([{ path: ['text'], kind: 'changed', before: '"hi"', after: '"ho"' }]);
  });

  it('sends a typed number exactly as it was typed', () => {
    const edit = parseStateEdit(state, state.replace('9223372036854775807', '18446744073709551615'));
    expect(edit.changes).toEqual([{ key: 'id', valueText: '18446744073709551615' }]);
    expect(parseStateEdit(state, state.replace('1.0', '1')).changes).toEqual([
      { key: 'rate', valueText: '1' },
    ]);
  });

  it('takes a new layout and a new order of keys for no change', () => {
    expect(
      parseStateEdit(state, '{\n"text":"hi","rate":1.0,"log":[ "a" ],"id":9223372036854775807}').changes,
    ).toEqual([]);
  });

  it('names the keys that were deleted', () => {
    expect(parseStateEdit(state, '{"id": 9223372036854775807, "text": "hi"}').removed).toEqual([
      'log',
      'rate',
    ]);
  });

  it('does not take a key that is there twice for no change, except one that the state has itself', () => {
    const faultOf = (before: string, text: string) => parseStateEdit(before, text).fault;
    const fault = { message: 'The key "a" is in its object twice at line 1, column 8', offset: 7 };
    expect(faultOf('{"a":2}', '{"a":1,"a":2}')).toEqual(fault);
    expect(faultOf('{"a":[0,{"b":"}"}]}', '{"a":[0,{"b":"}",\n "\\u0062":1}]}')).toEqual({
      message: 'The key "b" is in its object twice at line 2, column 2',
      offset: 19,
    });
    expect(faultOf('{"a":1,"a":2,"c":{"a":1}}', '{"a":1,"a":3,"c":{"a":1}}')).toBeNull();
    expect(faultOf('{"a":1,"a":2}', '{"a":1,"a":2,"c":{"a":1,"a":1}}')?.offset).toBe(24);
    expect(faultOf('{}', '{"a":{"x":1},"b":{"x":"a"},"c":["x","x",{"x":1},{"x":1}]}')).toBeNull();
  });

  it.each([
    ['{"text": }', 'This is not a JSON value at line 1, column 10', 9],
    ['[]', 'The state must be an object: { "key": value }', 0],
    ['', 'A value is missing at line 1, column 1', 0],
  ])('says what is wrong with %j', (text, message, offset) => {
    expect(parseStateEdit(state, text).fault).toEqual({ message, offset });
  });
});

it('previews the body with exact values', () => {
  const { changes } = parseStateEdit('{}', '{"id":9223372036854775807}');
  expect(previewBody(changes, 'plan', { checkpointId: 'c1', checkpointNs: '' })).toBe(
    '{"values":{"id":9223372036854775807},"as_node":"plan","checkpoint":{"checkpoint_ns":"","checkpoint_id":"c1"}}',
  );
  expect(previewBody([], null, { checkpointId: null, checkpointNs: '' })).toBe('{"values":null}');
  expect(previewBody([], null, { checkpointId: null, checkpointNs: 'sub:1' })).toBe(
    '{"values":null,"checkpoint":{"checkpoint_ns":"sub:1"}}',
  );
});

it('an edit leaves the layout of the form out of what is sent to a server that sent none', () => {
  const changes = [{ key: 'a', valueText: '{\n  "n": 1.0,\n  "id": 9223372036854775807\n}' }];
  expect(changesAsSent('{"a":{"n":1.0}}', changes)).toEqual([
    { key: 'a', valueText: '{"n":1.0,"id":9223372036854775807}' },
  ]);
  expect(changesAsSent('{"a": {"n": 1.0}}', changes)).toBe(changes);
});
