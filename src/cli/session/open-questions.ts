import { createHash } from 'node:crypto';
import { AppError, type ErrorCode } from '../../shared/app-error.ts';
import { isActive } from '../../shared/model/is-active.ts';
import type { Run } from '../../shared/model/run.ts';
import type { PendingInterrupt, ThreadState } from '../../shared/model/thread.ts';
import type { Call } from './confirm-writes.ts';

/**
 * A pending interrupt as it is asked now. An interrupt's ID alone does not name a question: what a node asks second has
 * the ID of what it asked first.
 */
export interface OpenQuestion {
  readonly interrupt: PendingInterrupt;
  /** The interrupt's ID and a digest of what is asked and how often it was answered: `ID@DIGEST`. */
  readonly question: string;
}

export interface AskingState {
  readonly state: ThreadState;
  readonly questions: readonly OpenQuestion[];
}

interface ThreadRef {
  readonly connectionId: string;
  readonly threadId: string;
}

/** An answer that is not clear, or that nothing waits for. Nothing was sent. */
export class UnclearAnswerError extends AppError {
  readonly questions: readonly OpenQuestion[];

  constructor(code: ErrorCode, message: string, questions: readonly OpenQuestion[], hint: string) {
    super(code, `${message} Nothing was sent.`, { hint });
    this.questions = questions;
  }
}

export async function readAskingState(
  call: Call,
  thread: ThreadRef,
  checkpointId: string | null,
): Promise<AskingState> {
  const state = await call('threads.state', { ...thread, checkpointId });
  return { state, questions: await questionsOf(call, thread, state) };
}

export async function questionsOf(
  call: Call,
  thread: ThreadRef,
  { interrupts }: Pick<ThreadState, 'interrupts'>,
): Promise<readonly OpenQuestion[]> {
  return interrupts.length === 0 ? [] : withDigests(interrupts, await runsOf(call, thread));
}

export interface PlannedAnswer {
  readonly checkpointId: string | null;
  // An interrupt's ID, or an `OpenQuestion`'s name; `null`: the only one.
  readonly named: string | null;
  // The questions of this thread that the client has seen; `null` if that is not known.
  readonly reportedQuestions: ReadonlySet<string> | null;
  // How a question is named, for hints: `--interrupt`.
  readonly option: string;
}

/**
 * The question that an answer is for, read again right before the answer is sent. Throws `UnclearAnswerError` with what
 * the thread asks now if it is not clear which one is meant, or if it is no longer asked; `thread-busy` while a run is
 * active, which may be answering it.
 */
export async function findQuestion(
  call: Call,
  thread: ThreadRef,
  { checkpointId, named, reportedQuestions, option }: PlannedAnswer,
): Promise<OpenQuestion> {
  const [{ interrupts }, runs] = await Promise.all([
    call('threads.state', { ...thread, checkpointId }),
    runsOf(call, thread),
  ]);
  if (runs.some(({ status }) => isActive(status))) {
    throw new AppError('thread-busy', 'A run is active on this thread. Nothing was sent.', {
      hint: 'Wait until it ends, or cancel it.',
    });
  }
  const questions = withDigests(interrupts, runs);
  if (questions.length === 0) {
    throw new UnclearAnswerError(
      'conflict',
      'The thread is not waiting for an answer.',
      [],
      'Read its state.',
    );
  }
  const chosen = choose(questions, named, option);
  const { id } = chosen.interrupt;
  if (named !== chosen.question && reportedQuestions !== null && !reportedQuestions.has(chosen.question)) {
    const message = 'The thread is asking something else now.';
    throw new UnclearAnswerError('conflict', message, questions, 'Look at the question, then answer it.');
  }
  if (questions.filter(({ interrupt }) => interrupt.id === id).length > 1) {
    const message = 'The server gave several questions the same ID, so one answer would go to all of them.';
    throw new UnclearAnswerError('conflict', message, questions, 'Answer them in the studio.');
  }
  return chosen;
}

function choose(questions: readonly OpenQuestion[], named: string | null, option: string): OpenQuestion {
  const [only] = questions;
  const hint = `Name the question with ${option}.`;
  if (named === null) {
    if (only && questions.length === 1 && only.interrupt.perhapsAnswered !== true) return only;
    const message =
      questions.length === 1
        ? 'The server does not say whether this question was already answered.'
        : `The thread is waiting for ${questions.length} answers.`;
    throw new UnclearAnswerError('invalid-input', message, questions, hint);
  }
  const openQuestion =
    questions.find(({ question }) => question === named) ??
    questions.find(({ interrupt }) => interrupt.id === named);
  if (!openQuestion) {
    const message = 'The question is not open: it was answered, or never asked on this thread.';
    throw new UnclearAnswerError('conflict', message, questions, hint);
  }
  if (openQuestion.interrupt.id === null && questions.length > 1) {
    const message = 'The question has no ID, so no answer can be addressed to it while others wait.';
    throw new UnclearAnswerError('conflict', message, questions, 'Answer the others first.');
  }
  return openQuestion;
}

function runsOf(call: Call, thread: ThreadRef): Promise<readonly Run[]> {
  return call('runs.list', thread).catch((error: unknown) => {
    if (error instanceof AppError && (error.code === 'not-found' || error.code === 'unsupported')) return [];
    throw error;
  });
}

function withDigests(interrupts: readonly PendingInterrupt[], runs: readonly Run[]): OpenQuestion[] {
  const answering = runs.filter(({ origin, status }) => origin.kind === 'resume' && !isActive(status));
  return interrupts.map((interrupt) => {
    const { id, taskId, index, nodeId, valueText } = interrupt;
    // An answer without an ID may have been for any question.
    const answers = answering.filter(
      ({ answers: taskAnswers }) =>
        taskAnswers?.some(({ interruptId }) => interruptId === null || interruptId === id) ?? true,
    );
    const digest = createHash('sha256')
      .update(JSON.stringify([taskId, index, nodeId, id, valueText, answers.length]))
      .digest('hex')
      .slice(0, 12);
    return { interrupt, question: `${id ?? ''}@${digest}` };
  });
}
