import type { ScrubRule } from './scrub-rule.ts';

// Forms that gitleaks does not have, or only with all of their parts: keys of services that graphs use.
export const additionalRules: readonly ScrubRule[] = [
  rule('langsmith-api-key', String.raw`\blsv2_[a-z]{2}_[A-Za-z0-9_]{16,}`, ['lsv2_']),
  // OpenAI and the many services that took over its prefix, Stripe, Clerk and others.
  rule('secret-key', String.raw`\b(?:sk|pk|rk)[-_](?:[a-z]+[-_]){0,4}[A-Za-z0-9_-]{16,}`, [
    'sk-',
    'sk_',
    'pk-',
    'pk_',
    'rk-',
    'rk_',
  ]),
  rule('github-token', String.raw`\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})`, [
    'ghp_',
    'gho_',
    'ghu_',
    'ghs_',
    'ghr_',
    'github_pat_',
  ]),
  rule('slack-token', String.raw`\bx(?:ox[a-z]|app)-[A-Za-z0-9-]{10,}`, ['xox', 'xapp-']),
  rule('aws-access-key-id', String.raw`\bA(?:KIA|SIA)[A-Z0-9]{16}(?![A-Z0-9])`, ['akia', 'asia']),
  rule('google-api-key', String.raw`\bAIza[\w-]{30,}`, ['aiza']),
  rule('google-oauth', String.raw`\b(?:GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,}|1//0[\w-]{30,})`, [
    'gocspx-',
    'ya29.',
    '1//0',
  ]),
  rule('json-web-token', String.raw`\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}`, ['eyj']),
  rule('huggingface-token', String.raw`\bhf_[A-Za-z0-9]{20,}`, ['hf_']),
  rule('groq-api-key', String.raw`\bgsk_[A-Za-z0-9]{20,}`, ['gsk_']),
  rule('xai-api-key', String.raw`\bxai-[A-Za-z0-9]{20,}`, ['xai-']),
  rule('tavily-api-key', String.raw`\btvly-[A-Za-z0-9-]{16,}`, ['tvly-']),
  rule('pinecone-api-key', String.raw`\bpcsk_[A-Za-z0-9_]{20,}`, ['pcsk_']),
  rule('nvidia-api-key', String.raw`\bnvapi-[\w-]{20,}`, ['nvapi-']),
  rule('replicate-api-token', String.raw`\br8_[A-Za-z0-9]{20,}`, ['r8_']),
  rule('webhook-secret', String.raw`\bwhsec_[A-Za-z0-9+/=]{20,}`, ['whsec_']),
  rule('docker-token', String.raw`\bdckr_(?:pat|oat)_[\w-]{20,}`, ['dckr_']),
  rule('supabase-token', String.raw`\bsb(?:p|_secret|_publishable)_[A-Za-z0-9_]{20,}`, ['sbp_', 'sb_']),
  rule('telegram-bot-token', String.raw`\b\d{8,10}:AA[\w-]{32,34}(?![\w-])`, [':aa']),
  rule('slack-webhook', String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/[\w/+-]{20,}`, [
    'hooks.slack.com',
  ]),
  rule('discord-webhook', String.raw`discord(?:app)?\.com/api/webhooks/\d{5,}/[\w-]{20,}`, [
    '/api/webhooks/',
  ]),
];

function rule(id: string, pattern: string, keywords: readonly string[]): ScrubRule {
  return { id, pattern, keywords };
}
