/** What is asked for a score. JSON texts; a `null` reference is none. */
export interface ScoreRequest {
  readonly inputText: string | null;
  readonly outputText: string;
  readonly referenceText: string | null;
}

// UTF-16 units of what is sent.
const maxQuestionLength = 20_000_000;

export function isTooLong({ inputText, outputText, referenceText }: ScoreRequest): boolean {
  return (inputText ?? '').length + outputText.length + (referenceText ?? '').length > maxQuestionLength;
}

/** `{"input": …, "output": …, "reference": …}`, with values as they were. */
export function membersText({ inputText, outputText, referenceText }: ScoreRequest): string {
  return `{"input":${inputText ?? 'null'},"output":${outputText},"reference":${referenceText ?? 'null'}}`;
}

/** The prompt for a judge that takes messages: one message, which says how to answer. */
export function messageOf({ inputText, outputText, referenceText }: ScoreRequest): string {
  const parts: readonly (readonly [string, string | null])[] = [
    ['Input', inputText],
    ['Output', outputText],
    ['Reference', referenceText],
  ];
  const sections = parts.flatMap(([title, json]) => (json === null ? [] : `${title}:\n${plainText(json)}`));
  const content = [
    ...sections,
    'Score the output. Answer with JSON only: {"score": a number, "reason": a short text}',
  ].join('\n\n');
  return JSON.stringify({ messages: [{ role: 'user', content }] });
}

function plainText(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}
