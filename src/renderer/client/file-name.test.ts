import { describe, expect, it } from 'vitest';
import { fileName } from './file-name.ts';

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
  ])('U-8: names a file after %j', (words, expected) => {
    expect(fileName(words, 'svg')).toBe(expected);
  });
});
