import { memberText, memberTexts } from '../../exact-json/scan/object-members.ts';
import type { SentAnswer } from '../../shared/model/run.ts';
import { runKwargsText } from './sent-with.ts';

/** So many answers of one run are told. */
const mostAnswers = 20;
/** UTF-16 units of an answer. */
const longestAnswer = 200;

/** Ids of interrupts, as the servers make them; an answer with other keys is one value. */
const interruptId = /^[0-9a-f]{32}$/;

/** What a run was resumed with, of the exact text of its record; none for one that answered nothing. */
export function resumeValues(recordText: string): SentAnswer[] {
  const command = memberText(runKwargsText(recordText), 'command');
  const resume = command === null ? null : memberText(command, 'resume');
  if (resume === null) return [];
  const members = memberTexts(resume);
  const byId = members.length > 0 && members.every(({ key }) => interruptId.test(key));
  const answers = byId
    ? members.map(({ key, text }) => ({ interruptId: key, valueText: short(text) }))
    : [{ interruptId: null, valueText: short(resume) }];
  return answers.slice(0, mostAnswers);
}

function short(text: string): string {
  return text.length > longestAnswer ? `${text.slice(0, longestAnswer)}…` : text;
}
