import { BlockList, isIP } from 'node:net';

type Environment = Readonly<Record<string, string | undefined>>;

// The proxy for an address from the environment, as curl does: `https_proxy` and `http_proxy`, else
// `all_proxy`, in either case, except for `no_proxy`. Node 20's own `fetch` reads none of them.
export function proxyFromEnvironment(env: Environment): (url: string) => string | null {
  const variable = (name: string): string => (env[name] ?? env[name.toUpperCase()] ?? '').trim();
  const exempt = exemptions(variable('no_proxy'));
  return (address) => {
    const url = new URL(address);
    const named = variable(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || variable('all_proxy');
    if (named === '' || exempt(url)) return null;
    // Many write host and port only.
    const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`;
    return URL.canParse(full) ? full : null;
  };
}

// `no_proxy`: domains, addresses and address ranges, each with an optional port; `*` matches all.
function exemptions(list: string): (url: URL) => boolean {
  const rules = list
    .split(/[\s,]+/)
    .filter((rule) => rule !== '')
    .map(exemption);
  return (url) => rules.some((rule) => rule(url));
}

function exemption(rule: string): (url: URL) => boolean {
  if (rule === '*') return () => true;
  const range = /^(.+)\/(\d+)$/.exec(rule);
  if (range) return inRange(range[1] ?? '', Number(range[2]));
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+|.*:.*:.*?))(?::(\d+))?$/.exec(rule) ?? [];
  const name = (bracketed ?? plain ?? rule).toLowerCase().replace(/^\*?\./, '');
  return (url) => {
    const host = hostOf(url);
    if (port !== undefined && port !== portOf(url)) return false;
    return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
  };
}

function inRange(network: string, prefix: number): (url: URL) => boolean {
  const family = isIP(network);
  if (family === 0 || prefix > (family === 4 ? 32 : 128)) return () => false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  const block = new BlockList();
  block.addSubnet(network, prefix, kind);
  return (url) => isIP(hostOf(url)) === family && block.check(hostOf(url), kind);
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').toLowerCase();

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');
