import { describe, expect, it } from 'vitest';
import { paletteCommands, commandIds } from './palette-commands.ts';
import {
  conflictsOf,
  keyOverridesText,
  keymapOf,
  parseKeyOverrides,
  reservedKeyReason,
  withKeys,
} from './keymap.ts';

describe('the default keys', () => {
  it('belong to one command each, but for F5, which starts what there is to start, and /, which searches what is in sight', () => {
    const keysOf = commandIds.map((id) => [paletteCommands[id].keys, id] as const);
    const shared = keysOf.filter(
      ([keys, id]) => keys !== undefined && keysOf.some(([other, owner]) => other === keys && owner !== id),
    );
    expect(shared).toEqual([
      ['F5', 'run.continue'],
      ['F5', 'run.resume'],
      ['F5', 'run.answer'],
      ['F5', 'run.start'],
      ['/', 'graph.find'],
      ['/', 'runs.search'],
    ]);
  });

  it('take none that the browser or text fields need, and none hides a sequence', () => {
    const refused = commandIds.filter((id) => {
      const keys = paletteCommands[id].keys ?? null;
      return keys !== null && (reservedKeyReason(keys) !== null || conflictsOf({}, id, keys).length > 0);
    });
    expect(refused).toEqual([]);
  });
});

describe('changed keys', () => {
  it('replace the default ones, also by none', () => {
    const keymap = keymapOf({ 'graph.fit': 'Mod+0', 'graph.find': null });
    expect([keymap['graph.fit'], keymap['graph.find'], keymap['run.step']]).toEqual(['Mod+0', null, 'F10']);
  });

  it('are taken from the command that had them', () => {
    expect(conflictsOf({}, 'graph.fit', 'F10')).toEqual(['run.step']);
    expect(withKeys({}, 'graph.fit', 'F10')).toEqual({ 'graph.fit': 'F10', 'run.step': null });
  });

  it('conflict with sequences that begin with them, and the other way round', () => {
    expect(conflictsOf({}, 'graph.fit', 'g')).toContain('show.threads');
    expect(conflictsOf({}, 'graph.fit', 'n x')).toEqual(['thread.new']);
  });

  it('are not stored when they are the default again', () => {
    const changed = withKeys({}, 'graph.fit', 'Mod+0');
    expect(keyOverridesText(withKeys(changed, 'graph.fit', 'f'))).toBeNull();
    expect(parseKeyOverrides(keyOverridesText(changed))).toEqual({ 'graph.fit': 'Mod+0' });
  });

  it('stay with a command that was renamed', () => {
    expect(parseKeyOverrides('{"compare.pass": "Mod+7"}')).toEqual({ 'compare.turn': 'Mod+7' });
  });

  it('are the default ones if what is stored is something else', () => {
    for (const text of ['', '5', 'null', '{', '{"graph.fit": 5, "no.such": "f"}', '["f"]'])
      expect(parseKeyOverrides(text)).toEqual({});
  });
});

it.each(['Mod+R', 'Mod+Shift+R', 'Mod+W', 'Mod+C', 'Tab', 'Enter', ' ', 'Mod+Enter'])(
  'never takes %s',
  (keys) => {
    expect(reservedKeyReason(keys)).not.toBeNull();
  },
);
