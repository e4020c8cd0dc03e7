import { Button } from '../ui/controls/Button.tsx';
import { JsonEditor } from '../ui/json-editor/JsonEditor.tsx';
import { SchemaForm } from '../ui/schema/SchemaForm.tsx';
import { schemaTemplate } from '../ui/schema/schema-template.ts';
import type { AnswerDraft } from './answer-draft.ts';
import type { ParsedInterrupt } from './parse-interrupt.ts';
import { ActionRequestList } from './ActionRequestList.tsx';
import { TextAnswerField } from './TextAnswerField.tsx';
import styles from './Interrupts.module.css';

export interface AnswerEditorProps {
  readonly who: string;
  // As in `SchemaFormProps`.
  readonly formId: string;
  readonly question: ParsedInterrupt;
  readonly draft: AnswerDraft;
  readonly onDraft: (draft: AnswerDraft) => void;
  readonly onFormProblem: (problem: string | null) => void;
  readonly onSubmit: () => void;
}

export function AnswerEditor(props: AnswerEditorProps) {
  const { who, formId, question, draft, onDraft, onFormProblem, onSubmit } = props;
  const setText = (text: string): void => onDraft({ ...draft, text });
  switch (draft.mode) {
    case 'choices':
      return null;
    case 'requests':
      return question.form ? (
        <ActionRequestList
          form={question.form}
          formId={formId}
          draft={draft}
          onDraft={onDraft}
          onFormProblem={onFormProblem}
          onSubmit={onSubmit}
        />
      ) : null;
    case 'text':
      return (
        <TextAnswerField label={`Answer to ${who}`} text={draft.text} onText={setText} onSubmit={onSubmit} />
      );
    case 'json':
      return (
        <JsonEditor
          label={`Answer to ${who}, as JSON`}
          value={draft.text}
          onChange={setText}
          onSubmit={onSubmit}
          schemaText={question.schemaText}
          minHeight={48}
          maxHeight={180}
        />
      );
    case 'form': {
      const template = schemaTemplate(question.schemaText, false);
      return (
        <>
          <SchemaForm
            label={`Answer to ${who}`}
            formId={formId}
            schemaText={question.schemaText}
            valueText={draft.text === '' ? template : draft.text}
            onChange={setText}
            onProblem={onFormProblem}
          />
          {draft.text === '' ? (
            <div className={styles.actions}>
              <Button size="small" onClick={() => setText(template)}>
                Use these values
              </Button>
            </div>
          ) : null}
        </>
      );
    }
  }
}
