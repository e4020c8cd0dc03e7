import pLimit from 'p-limit';
import { stringifyExact } from 'exact-json';
import { evaluateExpression } from '../../../shared/expression/evaluate-expression.ts';
import { ExpressionError } from '../../../shared/expression/expression.ts';
import { parseExpression } from '../../../shared/expression/parse-expression.ts';
import { readStateText } from '../../../shared/expression/state-reader.ts';
import {
  describeCheck,
  scoreName,
  type CommandCheck,
  type HttpCheck,
  type JudgeCheck,
  type ScoredCheck,
} from '../../../shared/inputs/check.ts';
import { externalCheckOf } from '../../../shared/inputs/external-check.ts';
import type { CheckResult, CheckScore } from '../../../shared/model/experiment.ts';
import type { ExternalCheck } from '../../../shared/model/input-file.ts';
import { toWireError } from '../../../shared/wire-error.ts';
import type { Platform } from '../../common/platform.ts';
import { withServerClient, type FindServer, type ServerClients } from '../../common/server-clients.ts';
import { checkHeaderName } from '../../connections/header-rules.ts';
import type { Scrubber } from '../../logging/scrubber.ts';
import { createHttpTransport } from '../../network/http-transport.ts';
import type { EndedRowRun } from '../read-outcome.ts';
import { notAllowed } from './allowed-checks.ts';
import type { CheckKeys } from './check-keys.ts';
import { scoreByJudge } from './score-by-judge.ts';
import { truncateReason } from './truncate-reason.ts';
import { unknownScore, type ScoreAnswer } from './parse-score.ts';
import { scoreByHttp } from './score-by-http.ts';
import { scoreByCommand } from './score-by-command.ts';
import { isTooLong, membersText, type ScoreRequest } from './score-request.ts';

/** What the checks of a folder may do. `folder`: where commands run. */
export interface CheckScope {
  readonly folder: string;
  isAllowed(check: ExternalCheck): Promise<boolean>;
}

/** A run to score. `referenceText`: that of its input, for checks without one. `scope: null`: its input is no file. */
interface ScoredRun {
  readonly connectionId: string;
  readonly inputText: string | null;
  readonly referenceText: string | null;
  readonly run: Pick<EndedRowRun, 'ending' | 'valuesText'>;
  readonly scope: CheckScope | null;
}

/** Asks for scores (the evaluators of an experiment). Never rejects, unless aborted: why there is no score is part of the result. */
export type Scorer = (check: ScoredCheck, scored: ScoredRun, signal: AbortSignal) => Promise<CheckResult>;

interface ScorerOptions {
  readonly clients: ServerClients;
  readonly proxyFor: Platform['proxyFor'];
  readonly findServer: FindServer;
  /** The key that a check names, for this origin. Throws `AppError` without one. */
  readonly openKey: CheckKeys['open'];
  /** Addresses may repeat what they are sent, and answers are stored. */
  readonly scrub: Scrubber['scrub'];
}

// At a time, over all experiments.
const commandsAtOnce = 2;
const callsAtOnce = 4;
const judgesAtOnce = 4;
const defaultSeconds = { command: 60, http: 60, judge: 300 } as const;

export function createScorer(options: ScorerOptions): Scorer {
  const turns = {
    command: pLimit(commandsAtOnce),
    http: pLimit(callsAtOnce),
    judge: pLimit(judgesAtOnce),
  } as const;
  return async (check, scored, signal) => {
    let run: CheckScore['run'] = null;
    const answer = await turns[check.kind](async (): Promise<ScoreAnswer> => {
      signal.throwIfAborted();
      const external = externalCheckOf(check);
      if (external !== null && (scored.scope === null || !(await scored.scope.isAllowed(external))))
        return unknownScore(notAllowed[external.kind]);
      const question = questionOf(check, scored);
      if ('problem' in question) return unknownScore(question.problem);
      return ask(check, { ...options, question, scored, onRun: (started) => (run = started), signal });
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      const { message, hint } = toWireError(error);
      return unknownScore([message, hint].filter(Boolean).join(' '));
    });
    return toResult(check, scrubbed(answer, options.scrub), run);
  };
}

interface Asking extends ScorerOptions {
  readonly question: ScoreRequest;
  readonly scored: ScoredRun;
  /** Called with the run that gives the score. */
  readonly onRun: (run: CheckScore['run']) => void;
  readonly signal: AbortSignal;
}

function ask(check: ScoredCheck, asking: Asking): Promise<ScoreAnswer> {
  switch (check.kind) {
    case 'command':
      return askCommand(check, asking);
    case 'http':
      return askHttp(check, asking);
    case 'judge':
      return askJudge(check, asking);
  }
}

function askCommand(
  { command, seconds }: CommandCheck,
  { question, scored, signal }: Asking,
): Promise<ScoreAnswer> {
  return scoreByCommand(
    {
      command,
      folder: scored.scope?.folder ?? '',
      questionText: membersText(question),
      seconds: seconds ?? defaultSeconds.command,
    },
    signal,
  );
}

async function askHttp(
  check: HttpCheck,
  { question, proxyFor, openKey, signal }: Asking,
): Promise<ScoreAnswer> {
  const headers = await headersOf(check, openKey);
  const transport = createHttpTransport({ trust: { caText: null, insecure: false }, proxyFor });
  try {
    return await scoreByHttp(
      {
        fetch: transport.fetch,
        url: check.url,
        headers,
        questionText: membersText(question),
        seconds: check.seconds ?? defaultSeconds.http,
      },
      signal,
    );
  } finally {
    await transport.close();
  }
}

async function askJudge(
  check: JudgeCheck,
  { question, scored, clients, findServer, onRun, signal }: Asking,
): Promise<ScoreAnswer> {
  const { server } = check;
  const connectionId = server === null ? scored.connectionId : await findServer(server);
  if (connectionId === null) return unknownScore(`No saved server is called ${server ?? ''}.`);
  return withServerClient(clients, connectionId, (client) =>
    scoreByJudge(
      client,
      {
        check,
        question,
        name: `Score: ${scoreName(check)}`,
        seconds: check.seconds ?? defaultSeconds.judge,
        onStarted: (run) => onRun({ connectionId, ...run }),
      },
      signal,
    ),
  );
}

// Before anything is sent.
async function headersOf({ url, headers }: HttpCheck, openKey: CheckKeys['open']) {
  const values: Record<string, string> = {};
  const { origin } = new URL(url);
  for (const { header, key } of headers) {
    checkHeaderName(header);
    values[header] = await openKey(origin, key);
  }
  return values;
}

function scrubbed(answer: ScoreAnswer, scrub: Scrubber['scrub']): ScoreAnswer {
  return answer.score === null
    ? unknownScore(scrub(answer.problem))
    : { ...answer, reason: scrub(answer.reason) };
}

function questionOf(
  check: ScoredCheck,
  { inputText, referenceText, run }: ScoredRun,
): ScoreRequest | { readonly problem: string } {
  if (run.ending === 'failed') return { problem: 'The run failed, so there is no output to score.' };
  if (run.valuesText === null) return { problem: 'The state could not be read.' };
  try {
    const output = evaluateExpression(parseExpression(check.of ?? '$'), readStateText(run.valuesText));
    const outputText = stringifyExact(output ?? null);
    const reference = check.referenceText ?? referenceText;
    const question = { inputText, outputText, referenceText: reference === 'null' ? null : reference };
    return isTooLong(question) ? { problem: 'The output is too large to send.' } : question;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { problem: error.message };
  }
}

// `atLeast` is the threshold.
function toResult(check: ScoredCheck, answer: ScoreAnswer, run: CheckScore['run']): CheckResult {
  const { atLeast } = check;
  const label = describeCheck(check);
  const score = { name: scoreName(check), value: answer.score, atLeast, run };
  if (answer.score === null) return { label, outcome: 'unknown', reason: answer.problem, score };
  const said = `Score ${answer.score}`;
  return {
    label,
    outcome: atLeast === null || answer.score >= atLeast ? 'passed' : 'failed',
    reason: truncateReason(answer.reason === '' ? `${said}.` : `${said}: ${answer.reason}`),
    score,
  };
}

/** A score that was not asked for, because the experiment was stopped. */
export function stoppedScore(check: ScoredCheck): CheckResult {
  return toResult(check, unknownScore('The experiment was stopped before it was scored.'), null);
}
