import { useState } from 'react';
import type { AgentProtocol, ExposedAgents } from '../../shared/model/server-facts.ts';
import { useCallMutation } from '../queries/use-call.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Field } from '../ui/controls/Field.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import styles from './TryAgentDialog.module.css';

interface TryAgentDialogProps {
  readonly connectionId: string;
  readonly protocol: AgentProtocol;
  readonly agent: ExposedAgents['agents'][number];
  readonly onClose: () => void;
}

/** Calls a tool, or sends a message to an agent, after a click. */
export function TryAgentDialog({ connectionId, protocol, agent, onClose }: TryAgentDialogProps) {
  const isTool = protocol === 'mcp';
  const [text, setText] = useState(isTool ? '{}' : '');
  const trial = useCallMutation('connections.tryAgent');
  const { data: answer, error, isPending } = trial;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Try ${agent.name}`}
      description={
        isTool
          ? 'Calls the tool by MCP, as other programs do. The server starts a run.'
          : 'Sends one message by A2A, as other programs do. The server starts a run on a new thread.'
      }
      width={560}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            disabled={text.trim() === ''}
            busy={isPending ? 'Waiting for the answer' : null}
            onClick={() => trial.mutate({ connectionId, protocol, id: agent.id, text })}
          >
            Start run
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field
          label={isTool ? 'Arguments' : 'Message'}
          hint={isTool ? 'A JSON object, sent as you write it.' : undefined}
        >
          {(control) => (
            <textarea
              {...control}
              className={styles.text}
              rows={4}
              spellCheck={!isTool}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        {error ? <ErrorNotice action="No answer" error={error} /> : null}
        {answer === undefined ? null : (
          <output className={styles.answer}>
            <p className={styles.note}>
              {answer.state === null ? 'Answered.' : `Answered. State: ${answer.state}.`}
              {answer.isCut ? ' The answer is longer than what is shown.' : ''}
            </p>
            {answer.text === '' ? (
              <p>The answer has no text.</p>
            ) : (
              <CodeText label="Answer" text={answer.text} wrap maxHeight={240} />
            )}
          </output>
        )}
      </div>
    </Dialog>
  );
}
