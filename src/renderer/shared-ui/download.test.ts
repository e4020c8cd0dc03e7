import { describe, expect, it } from 'vitest';
import { toFileName } from './download.ts';

describe('fileName', () => {
  it.each<[readonly string[], string]>([
    [['writer', 'graph'], 'writer-graph.svg'],
    [['../../etc/passwd'], 'etc-passwd.svg'],
    [['..\\..\\boot'], 'boot.svg'],
    [['C:\\x'], 'C-x.svg'],
    [['.hidden'], 'hidden.svg'],
    [['name. '], 'name.svg'],
    [['con'], 'studio-con.svg'],
    [['LPT1.txt'], 'studio-LPT1.txt.svg'],
    [[''], 'studio.svg'],
    [['///'], 'studio.svg'],
    [['gpj\u202E.exe'], 'gpj-.exe.svg'],
    [['a\u0000b\nc'], 'a-b-c.svg'],
    [['größe 日本'], 'größe 日本.svg'],
    [['x'.repeat(500)], `${'x'.repeat(80)}.svg`],
    [['=1+1'], '=1+1.svg'],
    [['a\u3164b\u{e0041}c\u2800d\u00ade'], 'a-b-c-d-e.svg'],
    [[`Z${'\u0335'.repeat(60)}`], `Z${'\u0335'.repeat(4)}.svg`],
  ])('names a file after %j', (parts, expected) => {
    expect(toFileName(parts, 'svg')).toBe(expected);
  });
});
