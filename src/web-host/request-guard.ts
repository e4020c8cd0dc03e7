export interface RequestHead {
  readonly method: string;
  // The request target exactly as sent.
  readonly target: string;
  // Alternating names and values, as in Node's `rawHeaders`: duplicates are still visible.
  readonly rawHeaders: readonly string[];
  readonly upgrade: boolean;
}

// A refusal: the status and one sentence that reveals nothing.
export interface RequestRefusal {
  readonly status: 400 | 403 | 415 | 421;
  readonly sentence: string;
}

// Headers of reverse proxies and tunnels. A tunnel can rewrite Host to localhost, but leaves these.
const tunnelHeaders = /^(forwarded|x-forwarded-.*|x-real-ip|cf-ray|cf-connecting-ip|ngrok-.*)$/;

// Under which names the studio may be called.
export interface AllowedAccess {
  // With port; exact, in lower case.
  readonly hosts: ReadonlySet<string>;
  // Origin of a proxy or published port that the user named (`REMOTE_GRAPH_STUDIO_PUBLIC_URL`): its host is one of
  // `hosts`, and headers of proxies are expected. `null`: any proxy is a tunnel that the user may not know of.
  readonly publicOrigin: string | null;
}

// The names of a studio on this address, and those of its public origin. `proxyHosts`: other names by which its proxy
// calls it.
export function allowedAccess(
  port: number,
  address: string,
  publicOrigin: string | null,
  proxyHosts: readonly string[] = [],
): AllowedAccess {
  const hosts = allowedHosts(port, address);
  if (publicOrigin === null) return { hosts, publicOrigin };
  return { hosts: new Set([...hosts, new URL(publicOrigin).host, ...proxyHosts]), publicOrigin };
}

/** The hosts, with port, under which this studio may be called; exact, in lower case. */
export function allowedHosts(port: number, address: string): ReadonlySet<string> {
  const named = address.includes(':') ? `[${address}]` : address;
  const hosts = ['127.0.0.1', 'localhost', '[::1]', named].map((host) => `${host}:${port}`);
  // Browsers omit the default port in Host and Origin.
  if (port === 80) hosts.push('127.0.0.1', 'localhost', '[::1]', named);
  return new Set(hosts);
}

// The gate for every request and upgrade, whatever its path: loopback is no wall, because every page that the user visits
// can send requests to it (CSRF), also under a name of its own (DNS rebinding). `null` lets the request in. No switch turns this off.
export function guardRequest(facts: RequestHead, access: AllowedAccess): RequestRefusal | null {
  const values = headerValues(facts.rawHeaders);
  return (
    judgeHost(facts, values, access.hosts) ??
    judgeTunnel(values, access, 'use your keys') ??
    judgeOrigin(facts, values, access, facts.upgrade || facts.method !== 'GET') ??
    judgeBody(facts, values)
  );
}

/**
 * The same for an API on this machine that only reads. Programs without a browser call it, too, and they name no origin; a
 * page of another site can't leave it out.
 */
export function guardReadRequest(facts: RequestHead, hosts: ReadonlySet<string>): RequestRefusal | null {
  const values = headerValues(facts.rawHeaders);
  const access = { hosts, publicOrigin: null };
  return (
    judgeHost(facts, values, hosts) ??
    judgeTunnel(values, access, 'read all of it') ??
    judgeOrigin(facts, values, access, false) ??
    // A form of another site can send GET and POST only. Other methods are refused later, with a clearer reason.
    (facts.method === 'POST' ? judgeBody(facts, values) : null)
  );
}

type Values = ReadonlyMap<string, readonly string[]>;

function judgeHost(facts: RequestHead, values: Values, hosts: ReadonlySet<string>): RequestRefusal | null {
  const [host, ...otherHosts] = values.get('host') ?? [];
  if (host === undefined || otherHosts.length > 0)
    return refuse(400, 'The request must have exactly one Host header.');
  if (!hosts.has(host.toLowerCase())) return refuse(421, 'The studio does not serve this host name.');
  // An absolute target names its own host, which only a proxy should get.
  if (!facts.target.startsWith('/')) return refuse(421, 'The studio is not a proxy.');
  return null;
}

// `risk`: what anyone can do who reaches it, as the end of a sentence.
function judgeTunnel(values: Values, { publicOrigin }: AllowedAccess, risk: string): RequestRefusal | null {
  if (publicOrigin !== null) return null;
  if (![...values.keys()].some((name) => tunnelHeaders.test(name))) return null;
  return refuse(
    403,
    `This request came through a proxy or a tunnel. The studio only accepts requests from this machine, because anyone who reaches it can ${risk}. To use it from another machine, forward its port over SSH.`,
  );
}

function judgeOrigin(
  facts: RequestHead,
  values: Values,
  access: AllowedAccess,
  isNeeded: boolean,
): RequestRefusal | null {
  if (facts.method === 'OPTIONS') return refuse(403, 'Requests from other sites are refused.');
  const fetchSite = values.get('sec-fetch-site') ?? [];
  const isAllowedSite = (site: string): boolean =>
    site === 'same-origin' || site === 'none' || (site === 'cross-site' && isStartOfWindow(facts, values));
  if (!fetchSite.every(isAllowedSite)) {
    return refuse(403, 'Requests from other sites are refused.');
  }
  const origins = values.get('origin') ?? [];
  const isKnown = origins.every((origin) => isAllowedOrigin(origin, access));
  if (!isKnown || origins.length > 1 || (isNeeded && origins.length === 0)) {
    return refuse(403, 'Requests from other sites are refused.');
  }
  return null;
}

// Also with the name of a recording, which the page reads.
const startPage = /^\/(?:\?recording=[^&#]*)?$/;

// A browser's navigation to the start page in its own tab, from the studio's launch page or any other. Only
// the user sees the response, and it holds no secret. Scripts can't set these headers.
function isStartOfWindow({ method, target, upgrade }: RequestHead, values: Values): boolean {
  const isOnly = (name: string, expected: string): boolean => {
    const [value, ...otherValues] = values.get(name) ?? [];
    return value === expected && otherValues.length === 0;
  };
  const isNavigation = isOnly('sec-fetch-mode', 'navigate') && isOnly('sec-fetch-dest', 'document');
  return isNavigation && method === 'GET' && startPage.test(target) && !upgrade;
}

// Any page's form can send a body that is not declared as JSON.
function judgeBody(facts: RequestHead, values: Values): RequestRefusal | null {
  if (facts.method === 'GET' || facts.method === 'HEAD') return null;
  const [type, ...otherTypes] = values.get('content-type') ?? [];
  const isJson = type !== undefined && /^application\/json(?: *; *charset=utf-8)?$/i.test(type);
  return isJson && otherTypes.length === 0 ? null : refuse(415, 'Only JSON is accepted.');
}

function isAllowedOrigin(origin: string, { hosts, publicOrigin }: AllowedAccess): boolean {
  if (origin === publicOrigin) return true;
  return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length));
}

function headerValues(rawHeaders: readonly string[]): Values {
  const values = new Map<string, string[]>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = rawHeaders[index + 1] ?? '';
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}

function refuse(status: RequestRefusal['status'], sentence: string): RequestRefusal {
  return { status, sentence };
}
