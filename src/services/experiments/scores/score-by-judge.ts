import { stringifyExact } from 'exact-json';
import type { GraphClient } from 'remote-graph-client/client';
import { evaluateExpression } from '../../../shared/expression/evaluate-expression.ts';
import { ExpressionError } from '../../../shared/expression/expression.ts';
import { parseExpression } from '../../../shared/expression/parse-expression.ts';
import { readStateText } from '../../../shared/expression/state-reader.ts';
import type { JudgeCheck } from '../../../shared/inputs/check.ts';
import { askAssistant, type AssistantToAsk } from '../ask-assistant.ts';
import { messageText } from '../../../shared/message-text.ts';
import { parseScore, scoreOf, unknownScore, type ScoreAnswer } from './parse-score.ts';
import type { ScoreRequest } from './score-request.ts';
import { messageOf, membersText } from './score-request.ts';

interface JudgeOptions extends Omit<AssistantToAsk, 'assistant' | 'inputText' | 'roleName'> {
  readonly check: JudgeCheck;
  readonly question: ScoreRequest;
}

/**
 * Runs an assistant on a new thread, which is not deleted afterwards, and reads a score from its state. A run that did
 * not finish gives no score. Rejects if the server can't be reached, and when aborted; then the run is cancelled.
 */
export async function scoreByJudge(
  client: GraphClient,
  { check, question, ...options }: JudgeOptions,
  signal: AbortSignal,
): Promise<ScoreAnswer> {
  const inputText = check.send === 'message' ? messageOf(question) : membersText(question);
  const asked = { ...options, assistant: check.assistant, inputText, roleName: 'judge' };
  const answer = await askAssistant(client, asked, signal);
  return 'problem' in answer ? unknownScore(answer.problem) : readAnswer(check, answer.valuesText);
}

/** Reads a score from the values that a judge left. Never throws. */
export function readAnswer(
  { send, score, reason }: Pick<JudgeCheck, 'send' | 'score' | 'reason'>,
  valuesText: string,
): ScoreAnswer {
  const read = (expression: string): unknown =>
    JSON.parse(
      stringifyExact(evaluateExpression(parseExpression(expression), readStateText(valuesText)) ?? null),
    );
  try {
    if (send === 'message' && score === null)
      return parseScore(withoutCodeBlock(messageText(read('messages[-1].content')).trim()));
    return scoreOf(read(score ?? 'score'), read(reason ?? 'reason'));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return unknownScore(`The judge’s answer could not be read: ${error.message}`);
  }
}

// Models like to put JSON between marks of a code block.
const codeBlock = /^```(?:json)?\s*([^]*?)\s*```$/;

function withoutCodeBlock(text: string): string {
  return codeBlock.exec(text)?.[1] ?? text;
}
