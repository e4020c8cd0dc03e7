import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Connection } from '../../shared/model/connection.ts';
import type { RequestEntry } from '../../shared/model/request-log.ts';
import { codeForms, requestCode, type CodeForm } from '../shared-ui/request-code/request-code.ts';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import styles from './RequestsDrawer.module.css';

// Stays for the next request that is looked at.
const chosenForm = createStore<{ readonly form: CodeForm }>(() => ({ form: 'curl' }));

export interface RequestCodeProps {
  readonly entry: RequestEntry;
  readonly connection: Connection | null;
}

export function RequestCode({ entry, connection }: RequestCodeProps) {
  const { form: chosen } = useStore(chosenForm);
  const { isBodyTruncated, requestBody } = entry;
  const form = isBodyTruncated ? 'curl' : chosen;
  const code = requestCode(form, entry, connection);
  const label = codeForms.find(({ value }) => value === form)?.label ?? form;
  const isMasked = requestBody?.includes('[secret]') === true;
  return (
    <>
      <div className={styles.part}>
        <h3>Copy as</h3>
        <SegmentedControl
          label="Copy as"
          value={form}
          onChange={(next) => chosenForm.setState({ form: next })}
          options={codeForms.map((one) => ({ ...one, disabled: isBodyTruncated && one.value !== 'curl' }))}
        />
        <span className={styles.grow} />
        <CopyButton label={`Copy as ${label}`} text={code} />
      </div>
      <CodeText label={`As ${label}`} text={code} wrap maxHeight={220} />
      <p className={styles.quiet}>
        {isBodyTruncated
          ? 'Only the beginning of the body is stored, so the command is incomplete and cannot be turned into a program.'
          : `Keys and header values are environment variables to set.${isMasked ? ' Another secret is masked as [secret].' : ''}`}
      </p>
    </>
  );
}
