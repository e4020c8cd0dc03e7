import { useState } from 'react';
import type {
  NetworkAddress,
  WebhookEndpoint,
  WebhookListener,
  WebhookSelfTest,
} from '../../shared/model/webhook.ts';
import { FormConflicts } from '../shared-ui/EditConflicts.tsx';
import { useRebasedForm } from '../shared-ui/use-rebased-form.ts';
import { useCallMutation } from '../queries/use-call.ts';
import { Button } from '../ui/controls/Button.tsx';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { Select, type SelectOption } from '../ui/controls/Select.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { useConfirmLeave } from '../ui/popups/use-confirm-leave.ts';
import { EditDialog } from '../ui/resource-view/EditDialog.tsx';
import { portProblem, publicUrlProblem, toEndpoint, toForm, type EndpointForm } from './endpoint-form.ts';
import { useNetworkAddresses } from './queries.ts';
import { pendingText } from './webhook-labels.ts';
import styles from './ListenerDialog.module.css';
import { selfTestReport } from './self-test-labels.ts';

interface ListenerDialogProps {
  readonly listener: WebhookListener;
  readonly endpoint: WebhookEndpoint;
  readonly running: number;
  readonly onClose: () => void;
}

const labels: Readonly<Record<keyof EndpointForm, string>> = {
  address: 'Listen on',
  port: 'Port',
  publicUrl: 'Public address',
  tokenIn: 'Token of a run',
};

const loopback = '127.0.0.1';

export function ListenerDialog({ listener, endpoint, running, onClose }: ListenerDialogProps) {
  const saved = toForm(endpoint);
  const rebased = useRebasedForm(saved);
  const { form, setForm, conflicts } = rebased;
  const [isAsked, setAsked] = useState(false);
  const { data: addresses } = useNetworkAddresses();
  const save = useCallMutation('webhooks.configure');
  const test = useCallMutation('webhooks.selfTest');
  const isChanged = JSON.stringify(form) !== JSON.stringify(saved);
  const leaving = useConfirmLeave(isChanged, onClose);
  const problems = { port: portProblem(form.port), publicUrl: publicUrlProblem(form.publicUrl) };
  const isValid = problems.port === null && problems.publicUrl === null;
  const moves = form.address !== saved.address || (form.port !== saved.port && form.port.trim() !== '');
  const opensNetwork = form.address !== loopback && form.address !== saved.address;

  const change = (part: Partial<EndpointForm>): void => {
    setForm({ ...form, ...part });
    setAsked(false);
    leaving.stay();
    save.reset();
    if (part.publicUrl !== undefined) test.reset();
  };
  const submit = (): void => {
    if (opensNetwork && !isAsked) setAsked(true);
    else save.mutate(toEndpoint(form), { onSuccess: onClose });
  };
  return (
    <EditDialog
      width={560}
      title="Webhook listener"
      leaving={leaving}
      confirmLabel={opensNetwork && isAsked ? `Listen on ${form.address}` : 'Save'}
      isReady={isValid && isChanged && conflicts.length === 0}
      busy={save.isPending ? 'Saving' : null}
      onConfirm={submit}
    >
      <div className={styles.form}>
        <div className={styles.pair}>
          <div className={styles.choice}>
            <span className={styles.label}>Listen on</span>
            <Select
              wide
              label="Listen on"
              value={form.address}
              onChange={(address) => change({ address })}
              options={addressOptions(addresses?.addresses ?? [], form.address)}
            />
          </div>
          <TextField
            mono
            label="Port"
            placeholder="any free port"
            inputMode="numeric"
            value={form.port}
            maxLength={5}
            error={problems.port}
            onChange={(port) => change({ port })}
          />
        </div>
        {running > 0 && moves ? (
          <p className={styles.warning} role="status">
            {pendingText(running)} If you move it, it no longer receives their webhooks.
          </p>
        ) : null}
        {opensNetwork && isAsked ? (
          <p className={styles.warning} role="alert">
            Everyone on the network of {form.address} can connect to the listener. It accepts only webhooks
            with the token of a run, but the connection is not encrypted: anyone who can read it can read
            deliveries and tokens.
          </p>
        ) : null}
        <TextField
          mono
          label="Public address (optional)"
          hint="The address of a tunnel to this listener. Webhooks of new runs go there."
          placeholder="https://example.trycloudflare.com"
          value={form.publicUrl}
          maxLength={2048}
          error={problems.publicUrl}
          onChange={(publicUrl) => change({ publicUrl })}
        />
        <Button
          className={styles.test}
          disabled={
            form.publicUrl.trim() === '' || problems.publicUrl !== null || listener.state !== 'listening'
          }
          busy={test.isPending ? 'Testing' : null}
          onClick={() => test.mutate({ publicUrl: form.publicUrl.trim() })}
        >
          Test
        </Button>
        {test.isPending ? <Loading>Waiting for the probe</Loading> : null}
        {test.data ? <SelfTest result={test.data} /> : null}
        {test.error ? <ErrorNotice action="Test failed" error={test.error} /> : null}
        {form.publicUrl.trim() === '' ? null : (
          <ul className={styles.notes}>
            <li>
              Anyone who knows the address of a webhook can post to it. Its token is known to the server and
              the tunnel.
            </li>
            <li>Stop the tunnel when you are done. Quick tunnels get a new address each time they start.</li>
          </ul>
        )}
        <div className={styles.choice}>
          <span className={styles.label}>Token of a run</span>
          <SegmentedControl
            label="Token of a run"
            value={form.tokenIn}
            onChange={(tokenIn) => change({ tokenIn })}
            options={[
              { value: 'path', label: 'In the path' },
              { value: 'query', label: 'As a parameter' },
            ]}
          />
          <span className={styles.hint}>
            {form.tokenIn === 'path'
              ? '/hook/TOKEN. Proxies rarely log it.'
              : '/hook?token=TOKEN, for senders that change paths. Proxies often log it.'}{' '}
            Senders may also send it in the header x-webhook-token.
          </span>
        </div>
        <FormConflicts rebased={rebased} saved={saved} labels={labels} />
        {save.error ? <ErrorNotice action={null} error={save.error} /> : null}
      </div>
    </EditDialog>
  );
}

function addressOptions(addresses: readonly NetworkAddress[], chosen: string): SelectOption[] {
  const options = addresses.map(({ name, address }) => ({ value: address, label: address, detail: name }));
  const isKnown = chosen === loopback || options.some(({ value }) => value === chosen);
  return [
    { value: loopback, label: loopback, detail: 'This computer only' },
    ...options.map((option) => ({ ...option, detail: `Everyone on the network (${option.detail})` })),
    ...(isKnown ? [] : [{ value: chosen, label: chosen, detail: 'Not an address of this computer now' }]),
  ];
}

function SelfTest({ result }: { readonly result: WebhookSelfTest }) {
  const { tone, heading, hint } = selfTestReport(result);
  return (
    <output className={styles.result} data-tone={tone}>
      <p className={styles.heading}>{heading}</p>
      <p className={styles.hint}>{hint}</p>
    </output>
  );
}
