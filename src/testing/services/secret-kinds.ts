/**
 * A secret as it stands in a text and in JSON. No real one: all are made of parts, by a generator that always gives the
 * same.
 */
export interface SecretKind {
  readonly kind: string;
  /** In a text. */
  readonly text: string;
  /** As a parameter of an address. */
  readonly parameter: string;
  /** In JSON. */
  readonly json: unknown;
  /** In a list in JSON. */
  readonly list: unknown;
  /** What may not be left of it. */
  readonly hidden: readonly string[];
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const upper = lower.toUpperCase();
const hex = 'abcdef0123456789';
const alphanumeric = lower + upper + digits;

let seed = 7;
function chars(length: number, alphabet: string = alphanumeric): string {
  let text = '';
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += alphabet[seed % alphabet.length] ?? '';
  }
  return text;
}

/** Recognized by its form, under any name. */
function form(kind: string, value: string, hidden: readonly string[] = [value]): SecretKind {
  return {
    kind,
    text: value,
    parameter: `q=${encodeURIComponent(value)}`,
    json: { note: value },
    list: { notes: ['a', value] },
    hidden,
  };
}

/** Recognized by the name that it has. */
function named(name: string, value: string | number): SecretKind {
  return {
    kind: name,
    text: `${name}=${value}`,
    parameter: `${name}=${encodeURIComponent(value)}`,
    json: { [name]: value },
    list: { [name]: [value, value] },
    hidden: [String(value)],
  };
}

const base64Url = `${alphanumeric}-_`;
const password = () => `h${chars(5, lower)}${chars(4, digits)}`;
const basic = Buffer.from(`user:${password()}`).toString('base64');
const opaque = chars(30);
const pemLines = [chars(64, `${alphanumeric}+/`), chars(64, `${alphanumeric}+/`), `${chars(40)}==`];
const pem = (type: string) => `-----BEGIN ${type}-----\n${pemLines.join('\n')}\n-----END ${type}-----`;

function inAddress(scheme: string, user: string, host: string): SecretKind {
  const secret = password();
  return form(`password in ${scheme}`, `${scheme}://${user}:${secret}@${host}/path`, [secret]);
}

/** 65 kinds. */
export const secretKinds: readonly SecretKind[] = [
  form('LangSmith', `lsv2_pt_${chars(32, hex)}_${chars(10, hex)}`),
  form('OpenAI', `sk-proj-${chars(48)}`),
  form('Anthropic', `sk-ant-api03-${chars(93, base64Url)}AA`),
  form('GitHub', `ghp_${chars(36)}`),
  form('GitHub, fine-grained', `github_pat_${chars(22)}_${chars(59)}`),
  form('GitLab', `glpat-${chars(20)}`),
  form('Slack bot', `xoxb-${chars(12, digits)}-${chars(12, digits)}-${chars(24)}`),
  form(
    'Slack webhook',
    `https://hooks.slack.com/services/T${chars(8, upper)}/B${chars(8, upper)}/${chars(24)}`,
  ),
  form('AWS', `AKIA${chars(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`),
  form('Google API', `AIza${chars(35, base64Url)}`),
  form('Google OAuth client', `GOCSPX-${chars(28)}`),
  form('Google OAuth access', `ya29.${chars(60)}`),
  form('Stripe', `sk_live_${chars(24)}`),
  form('SendGrid', `SG.${chars(22)}.${chars(43)}`),
  form('npm', `npm_${chars(36)}`),
  form('PyPI', `pypi-AgEIcHlwaS5vcmc${chars(60)}`),
  form('Hugging Face', `hf_${chars(34, lower + upper)}`),
  form('Groq', `gsk_${chars(52)}`),
  form('xAI', `xai-${chars(80)}`),
  form('Tavily', `tvly-dev-${chars(32)}`),
  form('Pinecone', `pcsk_${chars(60)}`),
  form('NVIDIA', `nvapi-${chars(64)}`),
  form('Replicate', `r8_${chars(37)}`),
  form('Stripe webhook', `whsec_${chars(32)}`),
  form('Docker', `dckr_pat_${chars(27)}`),
  form('Supabase', `sbp_${chars(40, hex)}`),
  form('Telegram', `${chars(9, '123456789')}:AA${chars(33, base64Url)}`),
  form('Discord webhook', `https://discord.com/api/webhooks/${chars(18, '123456789')}/${chars(68)}`),
  form('DigitalOcean', `dop_v1_${chars(64, hex)}`),
  form('Databricks', `dapi${chars(32, hex)}`),
  form('Grafana', `glsa_${chars(32)}_${chars(8, hex)}`),
  form('Vault', `hvs.${chars(95)}`),
  form('Shopify', `shpat_${chars(32, hex)}`),
  form('Linear', `lin_api_${chars(40)}`),
  form('Notion', `ntn_${chars(11, digits)}${chars(35)}`),
  form('Postman', `PMAK-${chars(24, hex)}-${chars(34, hex)}`),
  form('Perplexity', `pplx-${chars(48)}`),
  form('Doppler', `dp.pt.${chars(43)}`),
  form('age', `AGE-SECRET-KEY-1${chars(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`),
  form('JSON web token', `eyJ${chars(33)}.eyJ${chars(60)}.${chars(43)}`),
  named('api_key', chars(12)),
  named('clientSecret', chars(20)),
  named('pwd', password()),
  named('password', Number(`4${chars(7, '123456789')}`)),
  named('dsn', `Server=db;Uid=sa;Pwd=${password()}`),
  named('connection_string', `Endpoint=sb://bus/;SharedAccessKey=${chars(43)}=`),
  named('jwt', chars(30)),
  named('AccountKey', `${chars(86)}==`),
  named('x-api-key', chars(16)),
  named('refresh_token', chars(24)),
  named('passphrase', `${chars(6, lower)}-${chars(6, lower)}-${chars(3, digits)}`),
  named('signing_key', chars(24)),
  named('session_cookie', chars(26)),
  named('OPENAI_API_KEY', chars(18)),
  named('X-Amz-Signature', chars(64, hex)),
  form('private key', pem('PRIVATE KEY'), pemLines),
  form('RSA private key', pem('RSA PRIVATE KEY'), pemLines),
  form('OpenSSH private key', pem('OPENSSH PRIVATE KEY'), pemLines),
  form('Basic', `Authorization: Basic ${basic}`, [basic]),
  form('Bearer', `Authorization: Bearer ${opaque}`, [opaque]),
  inAddress('https', 'user', 'example.com'),
  inAddress('postgresql+asyncpg', 'app', 'db.example.com:5432'),
  inAddress('redis', '', 'cache.example.com:6379'),
  inAddress('mongodb+srv', 'root', 'cluster0.example.net'),
  form('curl', `curl -u admin:${opaque} https://example.com`, [opaque]),
];

/** Where a secret may stand, as text. */
export const secretPositions: Readonly<Record<string, (secret: SecretKind) => string>> = {
  'at the start of a line': ({ text }) => `The first line.\n${text}\nThe last line.`,
  'after a tab': ({ text }) => `column\t${text}\tnext`,
  'in an address': ({ parameter }) =>
    `GET https://api.example.com/v1/items?page=1&${parameter}&limit=2 failed`,
  'in a list': ({ list }) => JSON.stringify(list),
  nested: ({ json }) =>
    JSON.stringify({ a: [{ b: json }], body: JSON.stringify({ inner: JSON.stringify({ c: [json] }) }) }),
  'in an error': ({ text }) => `RuntimeError('401 Unauthorized: ${text}')\n  at call (client.py:12)`,
};
