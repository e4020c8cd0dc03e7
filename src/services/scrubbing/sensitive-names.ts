// Services whose name before `key` makes it a secret: a `primary_key` is none.
const vendors =
  'openai|anthropic|azure|google|gemini|gcp|aws|bedrock|stripe|cohere|mistral|groq|tavily|pinecone|langsmith|langchain|langgraph|huggingface|hf|together|replicate|serpapi|sendgrid|twilio|slack|github|gitlab|datadog|supabase|firebase|algolia|mailgun|sentry|qdrant|weaviate|voyage|perplexity|exa|firecrawl|deepgram|elevenlabs|assemblyai|fireworks|deepseek|xai|nvidia';

const keys = `(?:app|access|secret_access|account|shared_access|master|encryption|signing|service|service_role|ssh|private|client|license|webhook|consumer|auth|subscription|storage|deploy|secret|session|root|admin|hmac|jwt|cipher|decryption|${vendors})_?keys?`;

// Ends of names that hold secrets, once a name is written with underscores. `tokens` alone are counts of a model.
const secretEnd = new RegExp(
  `(?:^|_)(?:api_?keys?|${keys}|(?:secret_)?access_key_id|token|(?:access|auth|api|refresh|bearer|session|id|bot)_?tokens|authtoken|accesstoken|secrets?|passwords?|passwd|pwd|passphrase|passcode|otp|authorization|cookies?|credentials?|creds|signature|sig|hmac|jwt|jwts|bearer|dsn|conn(?:ection)?_?(?:string|str)s?|connection_uri|sas|seed_phrase|mnemonic|(?:[a-z\\d]+_)pass|(?:recovery|backup|verification)_codes?|basic_auth|http_auth|proxy_auth|x_auth|jsessionid|phpsessid)(?:_(?:value|b64|base64|raw|plain|text|old|new|current|previous|prod|dev|test|staging|local|\\d{1,2}))?$`,
);

// Names whose numbers are secrets, too. A `token` may be the number of a word in a model.
const numericSecretEnd =
  /(?:^|_)(?:passwords?|passwd|pwd|pass|passcode|passphrase|otp|secrets?|api_?keys?|(?:access|auth|private|secret|account)_?keys?|(?:access|auth|api|refresh|bearer|session|bot)_?token|credentials?)$/;

// Names in the query of an address, where `key` is not the name of a member.
const queryNames = new Set(['key', 'code', 'auth', 'sig', 'hash', 'ticket', 'assertion', 'state_token']);

// Names of members that name the header or the field beside them.
const labelNames = new Set(['name', 'key', 'header', 'header_name', 'field', 'variable', 'env', 'k', 'id']);
const labelledNames = /^(?:values?|val|v|content|data|string_?value|secret_?value|raw_?value|default)$/;

// `clientSecret`, `X-API-Key`: with underscores in lower case.
export function toSnakeCase(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase();
}

const maxNameLength = 120;

// oxlint-disable-next-line studio/no-module-state -- a name has one answer
const cache = new Map<string, boolean>();
const maxKnown = 5000;

// Whether a member, variable, header or option of this name holds a secret.
export function isSecretName(name: string): boolean {
  let answer = cache.get(name);
  if (answer === undefined) {
    answer = hasSecretEnd(name);
    if (cache.size >= maxKnown) cache.clear();
    if (name.length <= maxNameLength) cache.set(name, answer);
  }
  return answer;
}

function hasSecretEnd(name: string): boolean {
  return (
    name.length > 2 && name.length <= maxNameLength && (secretEnd.test(toSnakeCase(name)) || name === 'auth')
  );
}

export function isNumericSecretName(name: string): boolean {
  return name.length <= maxNameLength && numericSecretEnd.test(toSnakeCase(name));
}

export function isSecretQueryName(name: string): boolean {
  return isSecretName(name) || queryNames.has(toSnakeCase(name));
}

/** Headers that always hold secrets, of requests and responses. */
export function isSecretHeader(name: string): boolean {
  return (
    isSecretName(name) ||
    /^proxy-|^www-authenticate$|auth|cookie|token|secret|key|session|signature/i.test(name)
  );
}

// Whether a member says what the member beside it is: `{"name": "authorization", "value": …}`.
export function isLabelName(name: string): boolean {
  return labelNames.has(toSnakeCase(name));
}

export function isLabelledName(name: string): boolean {
  return labelledNames.test(toSnakeCase(name));
}
