import { describe, expect, it } from 'vitest';
import type { MarkdownNode } from './markdown-node.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** As text: `strong(words)`. */
function written(node: MarkdownNode): string {
  if (typeof node === 'string') return node;
  const { kind, children, level, href, checked, language } = node;
  const facts = [level, href, checked, language].filter((fact) => fact !== undefined).map(String);
  return `${[kind, ...facts].join(' ')}(${children.map(written).join('')})`;
}
const read = (text: string): string[] => parseMarkdown(text).map(({ node }) => written(node));

describe('parseMarkdown', () => {
  it.each<[string, string[]]>([
    ['# One *two*\n\nthree', ['heading 1(One emphasis(two))', 'paragraph(three)']],
    ['Setext\n======', ['heading 1(Setext\n)']],
    ['**a** ~~b~~ `c d` \\*', ['paragraph(strong(a) strike(b) code(c d) *)']],
    ['a &amp; b &#65; &frac12;', ['paragraph(a & b A &frac12;)']],
    ['- a\n- b\n  - c', ['list(item(paragraph(a))item(paragraph(b)list(item(paragraph(c)))))']],
    ['3. x\n4. y', ['ordered 3(item(paragraph(x))item(paragraph(y)))']],
    ['- [x] done\n- [ ] open', ['list(item true(paragraph(done))item false(paragraph(open)))']],
    ['> a\n> b', ['quote(paragraph(a\nb))']],
    ['```js\nlet a;\n\nb\n```', ['codeBlock js(let a;\n\nb)']],
    ['    indented', ['codeBlock(indented)']],
    ['| a | b |\n|---|---|\n| 1 | **2** |', ['table(row(cell(a)cell(b))row(cell(1)cell(strong(2))))']],
    ['a  \nb\n\n---', ['paragraph(abreak()b)', 'rule(---)']],
    [
      '[see](https://e.x "t") https://f.x',
      ['paragraph(link https://e.x(see) link https://f.x(https://f.x))'],
    ],
    ['[see][1], [2] and [none]\n\n[1]: https://e.x', ['paragraph(link https://e.x(see), [2] and [none])']],
    ['![cat](https://e.x/c.png)', ['paragraph(image https://e.x/c.png(cat))']],
    ['**unclosed', ['paragraph(**unclosed)']],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('keeps markup as text', () => {
    const text = '<script>alert(1)</script>\n\na <b onclick="x">b</b> <!-- c -->';
    expect(read(text)).toEqual(['<script>alert(1)</script>', 'paragraph(a <b onclick="x">b</b> <!-- c -->)']);
  });

  it('shows what is nested too deep, and what is too much, as it was written', () => {
    const [deep = ''] = read(`${'> '.repeat(200)}end`);
    expect(deep.match(/quote\(/g)?.length).toBeLessThan(30);
    expect(deep).toContain('> > > end');
    const many = read('*a* '.repeat(30_000)).join('');
    expect(many.match(/emphasis\(/g)?.length).toBeLessThan(20_001);
    expect(many).toContain('*a* *a*');
  });

  it('gives each block its source', () => {
    expect(parseMarkdown('# a\n\nb\n').map(({ source }) => source)).toEqual(['# a', 'b']);
  });
});
