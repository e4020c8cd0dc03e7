import { JsonText, type RunPayload } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';
import { parseJsonInput } from '../common/json-input.ts';

type Resume = Extract<RunTrigger, { kind: 'resume' }>;

// Answers interrupts: makes the command that resumes their run, with the typed answers as its resume values. Members
// without content are left out. Throws an `AppError` (`invalid-input`) for invalid JSON, and for an answer that can't
// be distinguished from none.
export function buildResumeCommand({
  answers,
  goto,
  updateText,
}: Resume): NonNullable<RunPayload['command']> {
  const [first] = goto;
  return {
    ...(answers.length === 0 ? {} : { resume: resumeOf(answers) }),
    ...(updateText === null ? {} : { update: parseJsonInput(updateText, 'The update') }),
    ...(first === undefined ? {} : { goto: goto.length === 1 ? first : goto }),
  };
}

// Keyed by interrupt id where there is one: servers disagree on everything else (docs/protocol.md, Resume values).
function resumeOf(answers: Resume['answers']): JsonText {
  const [only] = answers;
  if (only?.interruptId === null) return plainAnswer(parseJsonInput(only.valueText, 'The answer'));
  const keyed = answers.map(
    ({ interruptId, valueText }) =>
      `${JSON.stringify(interruptId)}:${parseJsonInput(valueText, 'The answer').text}`,
  );
  return new JsonText(`{${keyed.join(',')}}`);
}

// Without an id, servers take null for no answer, and an empty object for an empty map.
function plainAnswer(answer: JsonText): JsonText {
  if (!['null', '{}'].includes(answer.text.replaceAll(/\s/g, ''))) return answer;
  throw new AppError('invalid-input', `The server can't distinguish ${answer.text} from no answer.`, {
    hint: 'The interrupt has no ID to address the answer to. Send another value.',
  });
}
