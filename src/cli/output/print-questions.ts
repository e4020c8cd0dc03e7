import { compactJson } from 'exact-json';
import type { OpenQuestion } from '../session/open-questions.ts';
import { toolsRunAgain } from '../../shared/tools-run-again.ts';
import { StyledText, type PrintableText } from './styled-text.ts';
import { truncate } from './truncate.ts';

const maxValueLength = 500;

export function printQuestions(
  questions: readonly OpenQuestion[],
  print: (line: PrintableText) => void,
): void {
  for (const { question, interrupt } of questions) {
    const value = truncate(compactJson(interrupt.valueText), maxValueLength);
    const doubt = interrupt.perhapsAnswered === true ? '  (perhaps already answered)' : '';
    print([`${question}  `, new StyledText('name', interrupt.nodeId), ` asks  ${value}${doubt}`]);
    const rerunWarning = toolsRunAgain(interrupt);
    if (rerunWarning !== null) print(`  ${rerunWarning}`);
  }
}
