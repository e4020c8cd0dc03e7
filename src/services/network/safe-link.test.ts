import { fc } from '../../testing/fast-check.ts';
import { scaled } from '../../testing/test-scale.ts';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { maxLinkLength, safeLink } from './safe-link.ts';

const opened: readonly (readonly [text: string, href: string])[] = [
  ['https://example.com', 'https://example.com/'],
  ['HTTPS://Example.COM/Path?q=1#part', 'https://example.com/Path?q=1#part'],
  ['https://example.com:8443/a/b', 'https://example.com:8443/a/b'],
  ['https://example.com/@user/post', 'https://example.com/@user/post'],
  ['https://example.com/?mail=a@b.c', 'https://example.com/?mail=a@b.c'],
  ['https://127.0.0.1:2024/docs', 'https://127.0.0.1:2024/docs'],
  ['https://[::1]/', 'https://[::1]/'],
  ['https://localhost/', 'https://localhost/'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  // A Cyrillic letter in a Latin name: the opened address shows that it is another host.
  ['https://\u0430pple.com/', 'https://xn--pple-43d.com/'],
  ['https://example.com/%00%0d%0a', 'https://example.com/%00%0d%0a'],
  ['https://example.com/a/../b', 'https://example.com/b'],
  ['https://example.com/日本', 'https://example.com/%E6%97%A5%E6%9C%AC'],
];

const refused: readonly (readonly [text: string, why: RegExp])[] = [
  ['', /empty/],
  [' ', /empty/],
  ['example.com', /no scheme/],
  ['//example.com/', /no scheme/],
  ['/etc/passwd', /no scheme/],
  ['\\\\host\\share', /backslash/],
  ['http://example.com/', /http is not secure/],
  ['HTTP://example.com/', /http is not secure/],
  ['mailto:someone@example.com', /mail/],
  ['file:///etc/passwd', /"file"/],
  ['FILE:///C:/Windows/System32/calc.exe', /"file"/],
  ['file://host/share/x.exe', /"file"/],
  ['smb://host/share', /"smb"/],
  ['nfs://host/x', /"nfs"/],
  ['ftp://example.com/', /"ftp"/],
  ['javascript:alert(1)', /"javascript"/],
  ['JaVaScRiPt:alert(1)', /"javascript"/],
  ['vbscript:x', /"vbscript"/],
  ['data:text/html,<script>1</script>', /"data"/],
  ['blob:https://example.com/1', /"blob"/],
  ['about:blank', /"about"/],
  ['view-source:https://example.com', /"view-source"/],
  ['chrome://settings', /"chrome"/],
  ['app://studio/', /"app"/],
  ['ms-msdt:/id PCWDiagnostic', /contains spaces/],
  ['ms-msdt:-id', /"ms-msdt"/],
  ['ms-officecmd:%7B%7D', /"ms-officecmd"/],
  ['search-ms:query=x&crumb=location:\\\\host', /backslash/],
  ['search-ms:query=x', /"search-ms"/],
  ['vscode://file/etc/passwd', /"vscode"/],
  ['ssh://-oProxyCommand=x/', /"ssh"/],
  ['tel:112', /"tel"/],
  ['jar:https://x!/y', /"jar"/],
  ['ws://example.com', /"ws"/],
  ['https:evil.example', /no host/],
  ['https:/evil.example', /no host/],
  ['https:///evil.example', /no host/],
  ['https://', /no host/],
  ['https://?q', /no host/],
  ['https://#x', /no host/],
  ['https://.', /no host|not a valid/],
  ['https://user@example.com/', /user name/],
  ['https://user:word@example.com/', /user name/],
  ['HTTPS://user@example.com/', /user name/],
  ['https://@example.com/', /user name/],
  ['https://example.com%40evil.example@other.example/', /user name/],
  ['https://good.example\\@evil.example/', /backslash/],
  ['https://good.example\\.evil.example/', /backslash/],
  ['https:\\\\evil.example', /backslash/],
  [' https://example.com/', /contains spaces/],
  ['https://example.com/ ', /contains spaces/],
  ['https://exa mple.com/', /contains spaces/],
  ['https://example.com/\nHost: x', /control/],
  ['https://example.com/\r', /control/],
  ['java\tscript:alert(1)', /control/],
  ['https://example.com/\u0000', /control/],
  ['https://example.com/\u007f', /control/],
  ['https://example.com/\u0085', /control/],
  ['https://example.com/\u202egpj.exe', /invisible/],
  ['https://example\u200b.com/', /invisible/],
  ['https://example.com/\u2066x\u2069', /invisible/],
  ['https://exam\u00adple.com/', /invisible/],
  ['\ufeffhttps://example.com/', /invisible/],
  ['https://example.com/\ud800', /broken/],
  ['https://example.com:99999/', /not a valid/],
  ['https://exa<mple.com/', /not a valid/],
  ['https://[::1/', /not a valid/],
  ['https://xn--a/', /not a valid/],
  ['https://a.xn--0.example/', /not a valid/],
  ['https://xn--abc-/', /not a valid/],
  [`https://example.com/${'a'.repeat(maxLinkLength)}`, /longer/],
  // Short enough as typed, too long as it would be opened.
  [`https://example.com/${'ä'.repeat(1000)}`, /longer/],
];

describe('safeLink', () => {
  it.each(opened)('%s is opened as %s', (text, href) => expect(safeLink(text)).toBe(href));

  it.each(refused)('%j is rejected', (text, why) => {
    expect(() => safeLink(text)).toThrow(AppError);
    expect(() => safeLink(text)).toThrow(why);
  });

  it('every opened link is normalized https with a host and without a user', () => {
    const part = fc.constantFrom(
      'https:',
      'http:',
      '//',
      '/',
      '@',
      '\\',
      ':',
      '?',
      '#',
      '.',
      'a.b',
      ' ',
      '\t',
      '%40',
      'x',
    );
    const text = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        const href = hrefOrNull(candidate);
        if (href === null) return;
        const url = new URL(href);
        expect(url.protocol).toBe('https:');
        expect(url.username + url.password).toBe('');
        expect(url.hostname).not.toBe('');
        expect(url.href).toBe(href);
        expect(safeLink(href)).toBe(href);
      }),
      { numRuns: scaled(10_000) },
    );
  });
});

function hrefOrNull(text: string): string | null {
  try {
    return safeLink(text);
  } catch {
    return null;
  }
}
