import type { KeyHeaderTest } from '../../shared/model/credential.ts';

const headerNames = { authorization: 'Authorization', 'x-api-key': 'x-api-key' } as const;

/** What a test of a server has shown about the header of its key, as sentences. */
export function keyHeaderTexts({
  sent,
  without,
  xApiKey,
  authorization,
  isLangsmithKey,
}: KeyHeaderTest): readonly string[] {
  if (without.outcome === 'accepted')
    return ['The server answers without a key, so nothing tells whether it took this one.'];
  const outcomes = { authorization, 'x-api-key': xApiKey };
  const otherHeader = sent === 'authorization' ? 'x-api-key' : 'authorization';
  const sentences = [sentenceOf(sent, outcomes[sent]), sentenceOf(otherHeader, outcomes[otherHeader])];
  const isRefusedWithout = without.outcome === 'refused';
  if (isLangsmithKey && isRefusedWithout && xApiKey.outcome === 'accepted')
    sentences.push('It allows LangSmith API keys.');
  if (isLangsmithKey && xApiKey.outcome === 'refused')
    sentences.push('It does not allow this LangSmith API key.');
  if (!isLangsmithKey && authorization.outcome === 'accepted' && xApiKey.outcome === 'refused')
    sentences.push('x-api-key may be for LangSmith API keys there.');
  return sentences;
}

function sentenceOf(header: KeyHeaderTest['sent'], { outcome, status }: KeyHeaderTest['without']): string {
  if (outcome === 'accepted') return `It takes the key in ${headerNames[header]}.`;
  if (outcome === 'refused')
    return `It refuses the key in ${headerNames[header]} (${status ?? 'no status'}).`;
  return status === null
    ? `Whether it takes the key in ${headerNames[header]} is unknown: there was no answer.`
    : `Whether it takes the key in ${headerNames[header]} is unknown (${status}).`;
}
