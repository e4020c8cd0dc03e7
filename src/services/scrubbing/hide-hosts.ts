import { literally } from '../logging/scrubber.ts';
import { authorityEnd, forEachAddress } from './mask-credentials.ts';

export const hiddenHost = '[host]';

// What the messages of networks name hosts after, and headers with nothing but a host.
const label = String.raw`\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|getaddrinfo|connect|resolve host|could not resolve|host(?:name)?|x-forwarded-host|server_?name)\b["']?\s{0,2}(?:[:=](?!:))?\s{0,2}["']?`;
const ipv4 = String.raw`(?:\d{1,3}\.){3}\d{1,3}(?![\w.-])`;
// Node writes it without brackets, so that its port can't be distinguished from it.
const ipv6 = String.raw`(?=[\da-f]{0,4}:[\da-f:.]{0,45}:)[\da-f:.]{2,45}(?:%[\w.-]{1,40})?(?::\d{1,5})?`;
const domain = String.raw`(?:[a-z\d](?:[a-z\d-]{0,62}[a-z\d])?\.)+[a-z\d-]{2,63}\.?`;
const named = new RegExp(String.raw`(${label})(?:${ipv4}|${domain}|\[[\da-f:.]{2,45}\]|${ipv6})`, 'gi');

// Replaces the hosts of addresses of any scheme, those that messages of the network name, and `known` ones wherever
// they stand. Calls `onHidden` for each.
export function hideHosts(text: string, hosts: readonly string[], onHidden: () => void): string {
  return hideNamed(hideKnown(hideInAddresses(text, onHidden), hosts, onHidden), onHidden);
}

function hideInAddresses(text: string, onHidden: () => void): string {
  if (!text.includes(':')) return text;
  let result = '';
  let copied = 0;
  forEachAddress(text, (_scheme, authority) => {
    if (authority < copied) return;
    const end = hostsEnd(text, authority);
    const whole = text.slice(authority, end);
    const start = whole.lastIndexOf('@') + 1;
    const hidden = whole
      .slice(start)
      .split(',')
      .map((host) => hideHost(host, onHidden))
      .join(',');
    result += text.slice(copied, authority) + whole.slice(0, start) + hidden;
    copied = end;
  });
  return result + text.slice(copied);
}

// Behind the hosts, of which a database has several; what was put in for credentials has brackets of its own.
function hostsEnd(text: string, authority: number): number {
  const end = authorityEnd(text, authority);
  return text[end - 1] === '.' || text[end - 1] === ',' ? end - 1 : end;
}

function hideHost(host: string, onHidden: () => void): string {
  if (host === '' || host === hiddenHost || host.startsWith(`${hiddenHost}:`)) return host;
  onHidden();
  const port = /:\d{1,5}$/.exec(host)?.[0] ?? '';
  return hiddenHost + port;
}

// Expressions of hosts, by their list: a recording looks for the same ones in each of its texts.
const knownExpressions = new WeakMap<readonly string[], readonly RegExp[]>();

function expressionsOf(hosts: readonly string[]): readonly RegExp[] {
  let expressions = knownExpressions.get(hosts);
  if (!expressions) {
    expressions = hosts.map((host) => new RegExp(literally(host), 'gi'));
    knownExpressions.set(hosts, expressions);
  }
  return expressions;
}

function hideKnown(text: string, hosts: readonly string[], onHidden: () => void): string {
  let result = text;
  for (const expression of expressionsOf(hosts)) {
    result = result.replaceAll(expression, () => {
      onHidden();
      return hiddenHost;
    });
  }
  return result;
}

function hideNamed(text: string, onHidden: () => void): string {
  return text.replaceAll(named, (_, prefix: string) => {
    onHidden();
    return prefix + hiddenHost;
  });
}

/** The host of an address, to hide it where it stands without one. A short one would match other words. */
export function hostsOf(url: string | null): string[] {
  const hostname = url !== null && URL.canParse(url) ? new URL(url).hostname : '';
  return hostname.length < 4 ? [] : [hostname];
}
