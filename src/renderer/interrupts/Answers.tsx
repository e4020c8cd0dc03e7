import { CircleCheck, Eye } from 'lucide-react';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { useCommandBindings } from '../commands/command-registry.ts';
import { dispatch, useCommandHandler, usePendingCommand, type CommandOf } from '../commands/command-queue.ts';
import { formatNodeCounts } from '../../shared/format-node-counts.ts';
import { writeDraft } from '../storage/drafts.ts';
import { interruptKeys } from '../shared-ui/interrupt-keys.ts';
import type { ResumeCommand, ResumeProps } from '../shared-ui/resume-props.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { answerableInterrupts, nodePathLabel, type AnswerableInterrupt } from './group-interrupts.ts';
import { Switch } from '../ui/controls/Switch.tsx';
import { IdenticalInterruptsCard } from './IdenticalInterruptsCard.tsx';
import { CommandFields, Refusal } from './CommandFields.tsx';
import { differingValues, interruptSummaries } from './interrupt-summary.ts';
import { InterruptCard } from './InterruptCard.tsx';
import { identicalInterrupts, type IdenticalAnswer } from './identical-interrupts.ts';
import { serializeAnswerDraft } from './answer-draft.ts';
import { UnanswerableList } from './UnanswerableList.tsx';
import { answerDraftKey, type Answer } from './use-answer-draft.ts';
import { useAnswerLock } from './use-answer-lock.ts';
import { useCommandFields } from './use-command-fields.ts';
import { useSubmitKey } from './use-submit-key.ts';
import styles from './Interrupts.module.css';

export interface ResumePaneProps extends ResumeProps {
  readonly nodeNames: readonly string[];
  readonly renderMessage: (messageText: string) => ReactNode;
  /** Accepts the answer commands with this `paneId`; none if omitted. */
  readonly paneId?: string;
  readonly currentId?: string | null;
}

export interface AnswersProps extends ResumePaneProps {
  readonly questions: readonly AnswerableInterrupt[];
  readonly unaddressed: readonly PendingInterrupt[];
}

// Beyond this many, cards start collapsed to their question.
const maxExpanded = 12;

export function Answers(props: AnswersProps) {
  const { connectionId, threadId, questions, answered, unaddressed, next, nodeNames, starting, problem } =
    props;
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map());
  const onAnswer = useCallback((answerKey: string, answer: Answer) => {
    setAnswers((before) => new Map(before).set(answerKey, answer));
  }, []);
  const command = useCommandFields(connectionId, threadId);
  const focus = usePendingCommand('focus-interrupt', (one) => questionFor(questions, threadId, one) !== null);
  const focused = focus && questionFor(questions, threadId, focus);

  const { interrupts } = props;
  const keys = useMemo(() => interruptKeys(answerableInterrupts(interrupts)), [interrupts]);
  const identical = useMemo(() => identicalInterrupts(answerableInterrupts(interrupts)), [interrupts]);
  // Includes interrupts without an ID.
  const differing = useMemo(() => differingValues(interrupts), [interrupts]);
  const ids = [...new Set(questions.map(({ id }) => id))];
  const answerKeyById = new Map(questions.map(({ id, answerKey }) => [id, answerKey]));
  const answerTo = (id: string): Answer | undefined => answers.get(answerKeyById.get(id) ?? '');
  const draftKeyOf = (id: string): string =>
    answerDraftKey(connectionId, threadId, answerKeyById.get(id) ?? '');
  const ready = ids.filter((id) => answerTo(id)?.problem === null);
  const isMisfit = ready.some((id) => (answerTo(id)?.bySchema.message ?? null) !== null);
  const plain = questions.some(({ isPlain }) => isPlain);

  const [isCollecting, setIsCollecting] = useState(false);
  const questionsKey = `${threadId} ${keys.join(' ')}`;
  const { isLocked, lock } = useAnswerLock(questionsKey);
  const commandOf = (chosen: ReadonlyMap<string, string>): ResumeCommand => ({
    answers: [...chosen].map(([id, valueText]) => ({ interruptId: plain ? null : id, valueText })),
    ...command.value,
  });
  const written = (chosen: readonly string[]): ReadonlyMap<string, string> =>
    new Map(chosen.map((id) => [id, answerTo(id)?.text ?? 'null']));
  const { onPreview } = props;
  // Set before the next render, which a second click doesn't wait for.
  const isSending = useRef(false);
  const send = async (chosen: ReadonlyMap<string, string>): Promise<void> => {
    if (isSending.current || starting || command.blocked !== null) return;
    if (chosen.size === 0 && command.isEmpty) return;
    isSending.current = true;
    try {
      await props.onResume(commandOf(chosen));
    } catch {
      // The error is shown below; the input is not lost.
      return;
    } finally {
      isSending.current = false;
    }
    lock();
    for (const id of chosen.keys()) writeDraft(draftKeyOf(id), null);
    command.clear();
  };
  // An answer that was not sent stays chosen.
  const decide = (decided: readonly IdenticalAnswer[]): void => {
    if (isLocked || isSending.current) return;
    for (const { interruptId, option } of decided)
      writeDraft(draftKeyOf(interruptId), serializeAnswerDraft(option.draft));
    void send(new Map(decided.map(({ interruptId, valueText }) => [interruptId, valueText])));
  };

  const keyPressed = useRef(false);
  // A key may be pressed without reading the button, and before the schema check of the last input.
  const sendByKey = async (): Promise<void> => {
    if (keyPressed.current) return;
    const checks = ready.flatMap((id) => answerTo(id)?.bySchema ?? []);
    keyPressed.current = true;
    try {
      const fits = checks.every(({ settled }) => settled)
        ? !isMisfit
        : (await Promise.all(checks.map((check) => check.fits()))).every(Boolean);
      if (fits) void send(written(ready));
    } finally {
      keyPressed.current = false;
    }
  };
  const pane = useRef<HTMLDivElement>(null);
  const { submitByKey, onKeyDown } = useSubmitKey(pane, questionsKey, () => void sendByKey());
  // Callers from elsewhere know which question was meant.
  useCommandHandler(
    'send-answers',
    () => void sendByKey(),
    (one) => one.paneId === props.paneId && one.connectionId === connectionId && one.threadId === threadId,
  );

  const unanswered = questions.find(({ id }) => !ready.includes(id)) ?? questions[0];
  useCommandBindings({
    'run.resume': {
      connectionId,
      run: () => void sendByKey(),
      blocked: starting
        ? 'The run is resuming.'
        : (command.blocked ??
          (ready.length === 0 && command.isEmpty
            ? 'Write an answer first.'
            : isMisfit
              ? 'An answer does not match its schema. Use the button to send it anyway.'
              : null)),
    },
    'run.answer': unanswered
      ? {
          connectionId,
          run: () =>
            dispatch({
              type: 'focus-interrupt',
              threadId,
              nodeId: unanswered.nodeId,
              interruptId: unanswered.id,
            }),
        }
      : null,
  });

  return (
    <div ref={pane} role="presentation" className={styles.question} onKeyDown={onKeyDown}>
      <div className={styles.list}>
        {ids.length > 1 ? (
          <Switch label="Send answers together" checked={isCollecting} onChange={setIsCollecting} />
        ) : null}
        {identical.map((group) => (
          <IdenticalInterruptsCard
            key={group.interrupts[0]?.id}
            group={group}
            isLocked={isLocked || starting}
            blocked={
              command.blocked ??
              (group.interrupts.some(({ id }) => answerTo(id)?.isInProgress === true)
                ? 'Send or discard the answer that you have written first.'
                : null)
            }
            onAnswer={decide}
          />
        ))}
        {questions.map((question, index) => (
          <InterruptCard
            // Interrupts with the same ID have a card each and share an answer.
            key={keys[index]}
            connectionId={connectionId}
            threadId={threadId}
            interrupt={question}
            differs={differing[question.position] ?? null}
            onAnswer={onAnswer}
            onSubmit={submitByKey}
            onSubmitOne={ids.length > 1 ? () => void send(written([question.id])) : null}
            onDecide={
              isCollecting && ids.length > 1
                ? null
                : (option, valueText) => decide([{ interruptId: question.id, option, valueText }])
            }
            isLocked={isLocked}
            blocked={command.blocked}
            starting={starting}
            focus={focused === question ? focus : null}
            paneId={props.paneId ?? null}
            isCollapsible={questions.length > maxExpanded}
            isCurrent={ids.length > 1 && props.currentId === question.id}
            renderMessage={props.renderMessage}
          />
        ))}
        <UnanswerableList interrupts={unaddressed} renderMessage={props.renderMessage} />
        <AnsweredList answered={answered} />
        <CommandFields command={command} nodeNames={nodeNames} onSubmit={submitByKey} />
      </div>
      <div className={styles.foot}>
        {problem === null ? null : <ErrorNotice action="Resume failed" error={problem} />}
        <Refusal command={command} />
        <div className={styles.actions}>
          <Button
            variant={isMisfit || (ready.length === 0 && command.isEmpty) ? 'plain' : 'primary'}
            {...(isMisfit ? {} : { kbd: 'Mod+Enter' })}
            disabled={(ready.length === 0 && command.isEmpty) || command.blocked !== null}
            title={
              command.blocked ?? (ready.length === 0 && command.isEmpty ? 'Write an answer first' : undefined)
            }
            busy={starting ? 'Resuming' : null}
            onClick={() => void send(written(ready))}
          >
            {resumeLabel(ready.length, ids.length)}
            {isMisfit ? ' anyway' : ''}
          </Button>
          {onPreview && (ready.length > 0 || !command.isEmpty) && command.problem === null ? (
            <IconButton
              label="Preview the request"
              icon={<Eye size={14} aria-hidden />}
              onClick={() => onPreview(commandOf(written(ready)))}
            />
          ) : null}
          {next.length > 0 ? (
            <span className={styles.quiet} title={formatNodeCounts(next)}>
              continues in {formatNodeCounts(next)}
            </span>
          ) : null}
        </div>
      </div>
    </div>
  );
}

function resumeLabel(ready: number, all: number): string {
  if (all === 1) return 'Resume';
  return ready === all ? `Resume with all ${all}` : `Resume with ${ready} of ${all}`;
}

// The interrupt with this ID, or the first one of the node or inside it.
function questionFor(
  questions: readonly AnswerableInterrupt[],
  threadId: string,
  focus: CommandOf<'focus-interrupt'>,
): AnswerableInterrupt | null {
  if (focus.threadId !== null && focus.threadId !== threadId) return null;
  const ofNode = questions.filter(
    ({ nodeId }) => nodeId === focus.nodeId || nodeId.startsWith(`${focus.nodeId}:`),
  );
  return ofNode.find(({ id }) => id === focus.interruptId) ?? ofNode[0] ?? null;
}

// The server lists answered interrupts until the whole step is done.
function AnsweredList({ answered }: { readonly answered: readonly PendingInterrupt[] }) {
  const lines = useMemo(() => interruptSummaries(answered), [answered]);
  if (answered.length === 0) return null;
  return (
    <ul className={styles.answered} aria-label="Answered">
      {answered.map((interrupt, index) => (
        <li key={`${index} ${interrupt.id ?? ''}`} data-testid={`answered-${interrupt.id ?? ''}`}>
          <CircleCheck size={13} className={styles.ready} aria-hidden />
          <span>
            <b>{nodePathLabel(interrupt.nodeId)}</b> answered, waiting for the other answers: {lines[index]}
          </span>
        </li>
      ))}
    </ul>
  );
}
