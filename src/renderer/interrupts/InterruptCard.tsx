import { ChevronDown, ChevronRight, CircleCheck, Pause } from 'lucide-react';
import { useEffect, useId, useRef, useState, useLayoutEffect, type ReactNode, type RefObject } from 'react';
import { takeCommand, useCommandHandler, type CommandOf } from '../commands/command-queue.ts';
import { toolsRunAgain } from '../../shared/tools-run-again.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { nodePathLabel, otherNodesLabel, type AnswerableInterrupt } from './group-interrupts.ts';
import { AnswerEditor } from './AnswerEditor.tsx';
import { DecisionButtons } from './DecisionButtons.tsx';
import { answerModes, buildAnswer, emptyDraft, withAnswerMode, type AnswerMode } from './answer-draft.ts';
import { decisionOptions, isUntouched, selectedOption, type DecisionOption } from './decision-options.ts';
import { interruptSummary } from './parse-interrupt.ts';
import { answerDraftKey, useAnswerDraft, type Answer } from './use-answer-draft.ts';
import { useAnswerField } from './use-answer-field.ts';
import { ValueView } from './ValueView.tsx';
import { shortId } from '../ui/display/format.ts';
import styles from './Interrupts.module.css';

export interface InterruptCardProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly interrupt: AnswerableInterrupt;
  /** Distinguishes it from similar interrupts of the same node; `null` if there are none. */
  readonly differs: string | null;
  readonly onAnswer: (answerKey: string, answer: Answer) => void;
  readonly onSubmit: () => void;
  /** Sends only this answer; `null` if it is the only one. */
  readonly onSubmitOne: (() => void) | null;
  /** Sends a complete answer at once; `null` while answers are only chosen, to be sent together. */
  readonly onDecide: ((option: DecisionOption, valueText: string) => void) | null;
  /** Answers can't be sent by one click for the moment. */
  readonly isLocked: boolean;
  readonly blocked: string | null;
  readonly starting: boolean;
  readonly focus: CommandOf<'focus-interrupt'> | null;
  /** Accepts the answer commands with this `paneId`. */
  readonly paneId: string | null;
  /** One of many: starts collapsed to its question. */
  readonly isCollapsible: boolean;
  readonly isCurrent: boolean;
  readonly renderMessage: (messageText: string) => ReactNode;
}

const modeLabels: Readonly<Record<AnswerMode, string>> = {
  choices: 'Choice',
  requests: 'Actions',
  form: 'Form',
  text: 'Text',
  json: 'JSON',
};

export function InterruptCard(props: InterruptCardProps) {
  const {
    connectionId,
    threadId,
    interrupt,
    differs,
    onAnswer,
    onSubmit,
    onSubmitOne,
    starting,
    focus,
    isCurrent,
    isCollapsible,
  } = props;
  const { onDecide, isLocked } = props;
  const { question, draft, setDraft, answer, setFormProblem } = useAnswerDraft(
    { connectionId, threadId },
    interrupt,
    onAnswer,
  );
  const card = useRef<HTMLElement>(null);
  useRestoreFocus(card, `${threadId} ${interrupt.answerKey}`);
  const detailsId = useId();
  const [open, setOpen] = useState(!isCollapsible);
  // The current card is expanded, but may be collapsed again.
  const attention = focus !== null || isCurrent;
  const [hadAttention, setHadAttention] = useState(false);
  if (attention !== hadAttention) {
    setHadAttention(attention);
    if (attention) setOpen(true);
  }
  useEffect(() => {
    if (focus === null || !takeCommand(focus)) return;
    const reveal = (): void => {
      card.current?.scrollIntoView({ block: 'start' });
      card.current?.focus({ preventScroll: true });
    };
    reveal();
    // The same command opens the sheet around it, and what is hidden takes no focus.
    if (document.activeElement !== card.current) requestAnimationFrame(reveal);
  }, [focus]);

  useEffect(() => {
    if (isCurrent) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);

  const choices = decisionOptions(question);
  const chosen = selectedOption(choices, draft);
  const isMeant = (command: CommandOf<'choose-answer' | 'write-answer'>): boolean =>
    command.paneId === props.paneId &&
    command.connectionId === connectionId &&
    command.threadId === threadId &&
    command.interruptId === interrupt.id;
  useCommandHandler(
    'choose-answer',
    ({ index }) => {
      setOpen(true);
      const choice = choices[index];
      if (choice) setDraft(choice.draft);
    },
    isMeant,
  );
  useAnswerField(card, isMeant, { question, draft, setDraft, onFocus: () => setOpen(true) });

  // An untouched answer has no error.
  const isNew = isUntouched(draft);
  const blocked = props.blocked ?? (answer.isInProgress ? 'Send or discard your answer first.' : null);
  const path = nodePathLabel(interrupt.nodeId);
  const who = differs === null ? path : `${path} (${differs})`;
  const isMany = question.form !== null && question.form.requests.length > 1;
  // A single request is decided by the card's own options, so its mode needs no button.
  const modes = answerModes(question).filter(
    (mode) => !(question.form && (mode === 'text' || (!isMany && mode === 'requests'))),
  );
  return (
    <section
      ref={card}
      tabIndex={-1}
      className={styles.card}
      aria-label={
        differs === null ? `${interrupt.nodeId} · question` : `${interrupt.nodeId} · question (${differs})`
      }
      data-testid={`interrupt-${interrupt.id}`}
      data-ready={answer.problem === null}
      data-current={isCurrent}
    >
      <div className={styles.head}>
        {answer.problem === null ? (
          <CircleCheck size={13} className={styles.ready} aria-label="Ready to send" />
        ) : (
          <Pause size={13} className={styles.wait} aria-label="Waiting for an answer" />
        )}
        <h3>
          {isCollapsible ? (
            <button
              type="button"
              className={styles.collapse}
              aria-expanded={open}
              aria-controls={detailsId}
              onClick={() => setOpen(!open)}
            >
              {open ? <ChevronDown size={13} aria-hidden /> : <ChevronRight size={13} aria-hidden />}
              {path} · question
            </button>
          ) : (
            `${path} · question`
          )}
        </h3>
        {interrupt.isPlain ? null : <code title={interrupt.id}>{shortId(interrupt.id)}</code>}
        <CopyButton label="Copy the value" text={interrupt.valueText} />
      </div>
      {question.title === null ? null : <p className={styles.title}>{question.title}</p>}
      {differs === null ? null : <p className={styles.differs}>{differs}</p>}
      {question.title === null && !open ? (
        <p className={styles.summary}>{interruptSummary(question)}</p>
      ) : null}
      <Notes interrupt={interrupt} />
      {open ? (
        <div className={styles.quick}>
          {choices.length === 0 ? null : onDecide === null ? (
            <SegmentedControl
              label={`Answer to ${who}`}
              value={chosen?.label ?? ''}
              onChange={(next) => {
                const choice = choices.find(({ label }) => label === next);
                if (choice) setDraft(choice.draft);
              }}
              options={choices.map(({ label }) => ({ value: label, label }))}
            />
          ) : (
            <DecisionButtons
              label={`Answer to ${who}`}
              options={choices}
              chosen={chosen}
              blocked={blocked}
              isLocked={isLocked || starting}
              onSend={(option) => onDecide(option, buildAnswer(question, option.draft).text)}
              onStart={(option) => setDraft(option.draft)}
            />
          )}
          {modes.length === 0 ? null : (
            <SegmentedControl
              label={`How to answer ${who}`}
              value={draft.mode}
              onChange={(mode) => setDraft(withAnswerMode(draft, mode, question))}
              options={modes.map((mode) => ({ value: mode, label: modeLabels[mode] }))}
            />
          )}
          {onSubmitOne === null || answer.problem !== null ? null : (
            <Button
              size="small"
              disabled={props.blocked !== null}
              title={props.blocked ?? undefined}
              busy={starting ? 'Resuming' : null}
              onClick={onSubmitOne}
            >
              Send only this answer{answer.bySchema.message === null ? '' : ' anyway'}
            </Button>
          )}
          {isNew || choices.length === 0 ? null : (
            <Button size="small" variant="ghost" onClick={() => setDraft(emptyDraft(question))}>
              Discard answer
            </Button>
          )}
        </div>
      ) : (
        // What can't be seen can't be answered.
        <div className={styles.quick}>
          <Button size="small" aria-label={`Review ${who}`} onClick={() => setOpen(true)}>
            Review
          </Button>
        </div>
      )}
      {open ? (
        <div id={detailsId} className={styles.details}>
          {question.values.length === 0 ? null : (
            <div className={styles.value} {...scrollableGroupProps(`What ${who} sent`)}>
              {question.values.map(({ label, text }, index) => (
                <div key={label ?? String(index)} className={styles.part}>
                  {label === null ? null : <span className={styles.key}>{label}</span>}
                  <ValueView
                    text={text}
                    label={label ?? `What ${who} sent`}
                    renderMessage={props.renderMessage}
                  />
                </div>
              ))}
            </div>
          )}
          <AnswerEditor
            who={who}
            formId={answerDraftKey(connectionId, threadId, interrupt.answerKey)}
            question={question}
            draft={draft}
            onDraft={setDraft}
            onFormProblem={setFormProblem}
            onSubmit={onSubmit}
          />
        </div>
      ) : null}
      {answer.problem !== null || answer.bySchema.message === null ? null : (
        <p className={styles.note} role="status">
          {answer.bySchema.message} You can send it anyway; the graph may reject it.
        </p>
      )}
      {/* A form shows it itself. */}
      {answer.problem !== null || answer.bySchema.unchecked === null || draft.mode === 'form' ? null : (
        <p className={styles.note} role="status">
          The answer {answer.bySchema.unchecked}. You can send it anyway.
        </p>
      )}
      {answer.problem === null || isNew ? null : (
        <p className={styles.problem} role="status">
          {answer.problem}
        </p>
      )}
    </section>
  );
}

function Notes({ interrupt }: { readonly interrupt: AnswerableInterrupt }) {
  const { id, nodeId, isPlain, group, perhapsAnswered } = interrupt;
  const again = toolsRunAgain(interrupt);
  return (
    <>
      {again === null ? null : (
        <p className={styles.note} role="note">
          {again}
        </p>
      )}
      {isPlain ? (
        <p className={styles.note} role="note">
          This interrupt has no ID. It is the only pending one, so the answer is sent without an ID. Null
          can't be sent this way, and some servers treat false, 0 and "" as no answer.
        </p>
      ) : null}
      {group.size === 1 ? null : (
        <p className={styles.note} role="note">
          {group.size} interrupts share the ID {shortId(id)} (also {otherNodesLabel(interrupt)}). They all get
          this answer.
        </p>
      )}
      {perhapsAnswered ? (
        <p className={styles.note} role="note">
          This may have been answered already: a task of {nodePathLabel(nodeId)} was, and the server does not
          say which one, or whether it asks again.
        </p>
      ) : null}
    </>
  );
}

// The last card that was removed while it had focus.
let lost: string | null = null;

/**
 * Restores the focus of a card that was removed with it. All cards disappear for a moment when a run ends
 * elsewhere, until the new state is loaded. Focus that has moved on is not taken back.
 */
export function useRestoreFocus(card: RefObject<HTMLElement | null>, key: string): void {
  useLayoutEffect(() => {
    const element = card.current;
    if (lost === key && document.activeElement === document.body) {
      lost = null;
      element?.focus({ preventScroll: true });
    }
    return () => {
      if (element?.contains(document.activeElement)) lost = key;
    };
  }, [card, key]);
}
