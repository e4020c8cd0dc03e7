import { JsonEditor } from '../ui/json-editor/JsonEditor.tsx';
import { SchemaForm, useProblems } from '../ui/schema/SchemaForm.tsx';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import {
  initialDecision,
  type ActionRequest,
  type DecisionAnswer,
  type ActionRequestForm,
} from './action-requests.ts';
import type { AnswerDraft } from './answer-draft.ts';
import { decisionLabels } from './decision-options.ts';
import { ValueView } from './ValueView.tsx';
import { TextAnswerField } from './TextAnswerField.tsx';
import styles from './Interrupts.module.css';

export interface ActionRequestListProps {
  readonly form: ActionRequestForm;
  /** As in `SchemaFormProps`; each request has a form of its own. */
  readonly formId: string;
  readonly draft: AnswerDraft;
  readonly onDraft: (draft: AnswerDraft) => void;
  /** What was typed into the arguments of a request and is not in the draft. */
  readonly onFormProblem: (problem: string | null) => void;
  readonly onSubmit: () => void;
}

export function ActionRequestList(props: ActionRequestListProps) {
  const { form, formId, draft, onDraft, onFormProblem, onSubmit } = props;
  const { requests } = form;
  const onProblem = useProblems(onFormProblem);
  const decide = (at: number, decided: DecisionAnswer): void =>
    onDraft({
      ...draft,
      decided: requests.map((_, other) => (other === at ? decided : (draft.decided[other] ?? null))),
    });
  return (
    <ol className={styles.requests}>
      {requests.map((request, index) => (
        <li key={`${index} ${request.name}`} className={styles.request}>
          <RequestRow
            request={request}
            formId={`${formId}/${index}`}
            number={requests.length > 1 ? index + 1 : null}
            decided={draft.decided[index] ?? null}
            onDecide={(decided) => decide(index, decided)}
            onProblem={(problem) => onProblem(`/request ${index + 1}`, problem)}
            onSubmit={onSubmit}
          />
        </li>
      ))}
    </ol>
  );
}

interface RequestRowProps {
  readonly request: ActionRequest;
  readonly formId: string;
  /** `null` for a single request, which uses the heading and options of the card. */
  readonly number: number | null;
  readonly decided: DecisionAnswer | null;
  readonly onDecide: (decided: DecisionAnswer) => void;
  readonly onProblem: (problem: string | null) => void;
  readonly onSubmit: () => void;
}

function RequestRow({ request, formId, number, decided, onDecide, onProblem, onSubmit }: RequestRowProps) {
  const { name, argsText, description, allowed } = request;
  const isLong =
    description !== null && (number !== null || description.length > 160 || description.includes('\n'));
  return (
    <>
      {number === null ? null : (
        <div className={styles.quick}>
          <h4>
            {number}. <code>{name}</code>
          </h4>
          <SegmentedControl
            label={`Decision on ${number}, ${name}`}
            value={decided?.decision ?? 'none'}
            onChange={(next) => {
              if (next !== 'none') onDecide(initialDecision(next, request));
            }}
            options={allowed.map((decision) => ({ value: decision, label: decisionLabels[decision] }))}
          />
        </div>
      )}
      {isLong ? <p className={styles.title}>{description}</p> : null}
      {decided?.decision === 'edit' ? (
        <EditArguments
          request={request}
          formId={formId}
          decided={decided}
          onDecide={onDecide}
          onProblem={onProblem}
          onSubmit={onSubmit}
        />
      ) : (
        <div className={styles.args}>
          {number === null ? <code className={styles.actionName}>{name}</code> : null}
          <ValueView text={argsText} label={`Arguments of ${name}`} renderMessage={() => null} />
        </div>
      )}
      {decided?.decision === 'respond' || decided?.decision === 'reject' ? (
        <TextAnswerField
          label={decided.decision === 'respond' ? `Response to ${name}` : `Why ${name} is rejected`}
          text={decided.text}
          placeholder={decided.decision === 'respond' ? 'Your response' : 'Why not (may be left empty)'}
          onText={(text) => onDecide({ ...decided, text })}
          onSubmit={onSubmit}
        />
      ) : null}
    </>
  );
}

function EditArguments({
  request: { name, schemaText },
  formId,
  decided,
  onDecide,
  onProblem,
  onSubmit,
}: Omit<RequestRowProps, 'number' | 'decided'> & { readonly decided: DecisionAnswer }) {
  const setText = (text: string): void => onDecide({ ...decided, text });
  const label = `Arguments of ${name}`;
  return schemaText === null ? (
    <JsonEditor
      label={label}
      value={decided.text}
      onChange={setText}
      onSubmit={onSubmit}
      minHeight={48}
      maxHeight={180}
    />
  ) : (
    <SchemaForm
      label={label}
      formId={formId}
      schemaText={schemaText}
      valueText={decided.text}
      onChange={setText}
      onProblem={onProblem}
    />
  );
}
