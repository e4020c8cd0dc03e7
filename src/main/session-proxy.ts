const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
};

/**
 * The proxy that Chromium names for an address, as a URL; `null` is the straight way (row C-7). It answers in the words of
 * proxy scripts, `PROXY host:port; SOCKS5 host:port; DIRECT`, the best first. The first that the studio can use is taken;
 * where there is none, the first, so that it can be told by name.
 */
export function proxyFromPacResult(answer: string): string | null {
  const named = answer.split(';').flatMap((entry) => {
    const [kind = '', place = ''] = entry.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return [null];
    const scheme = schemes[kind.toUpperCase()];
    const url = `${scheme ?? ''}://${place}`;
    return scheme !== undefined && place !== '' && URL.canParse(url) ? [url] : [];
  });
  const usable = named.findIndex((proxy) => proxy === null || /^https?:/.test(proxy));
  return named[Math.max(0, usable)] ?? null;
}
