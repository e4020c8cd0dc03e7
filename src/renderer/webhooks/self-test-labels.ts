import type { WebhookSelfTest } from '../../shared/model/webhook.ts';
import { networkOf } from '../shared-ui/webhook-reach.ts';
import { durationText } from '../ui/display/format.ts';

export interface SelfTestReport {
  readonly tone: 'ok' | 'wait' | 'fail';
  readonly heading: string;
  readonly hint: string;
}

export function selfTestReport(result: WebhookSelfTest): SelfTestReport {
  const { outcome, ms, status, detail, publicUrl } = result;
  const code = detail === null ? '' : ` (${detail})`;
  const took = durationText(ms);
  switch (outcome) {
    case 'arrived':
      return { tone: 'ok', heading: `The probe arrived after ${took}.`, hint: unproven(publicUrl) };
    case 'host-changed':
      return {
        tone: 'ok',
        heading: `The probe arrived after ${took}, for the host ${detail === '' ? '(none)' : detail}.`,
        hint: `The tunnel replaces the Host header, which does no harm here. ${unproven(publicUrl)}`,
      };
    case 'path-changed':
      return {
        tone: 'fail',
        heading: `The probe arrived at another path: ${detail}.`,
        hint: 'Deliveries would be refused. Change the path in the tunnel, or in the public address.',
      };
    case 'other-server':
      return {
        tone: 'fail',
        heading: `Another server answered with status ${status}; the probe did not arrive.`,
        hint: 'Check that the tunnel runs and forwards to the port of the listener, and that it asks for no login.',
      };
    case 'redirected':
      return {
        tone: 'fail',
        heading: `The address redirects to ${detail}.`,
        hint: 'Servers do not follow redirects. Enter the address that it redirects to.',
      };
    case 'dns':
      return {
        tone: 'fail',
        heading: `The host name was not found${code}.`,
        hint: 'Check its spelling. Quick tunnels get a new name each time they start.',
      };
    case 'refused':
      return {
        tone: 'fail',
        heading: `The connection was refused${code}.`,
        hint: 'Nothing listens at this address. Start the tunnel, or check the port.',
      };
    case 'unreachable':
      return {
        tone: 'fail',
        heading: `There is no route to this address${code}.`,
        hint: 'Check the address, the network and the VPN.',
      };
    case 'tls':
      return {
        tone: 'fail',
        heading: `The TLS connection failed${code}.`,
        hint: 'Servers would refuse it too. Check the certificate, or whether the address should start with http://.',
      };
    case 'cut':
      return {
        tone: 'fail',
        heading: `The connection ended before a response${code}.`,
        hint: 'Check that the tunnel speaks HTTP, and its own log.',
      };
    case 'timeout':
      return {
        tone: 'fail',
        heading: `No response within ${took}.`,
        hint: 'A firewall may drop the connection. Check the address and the tunnel.',
      };
  }
}

function unproven(publicUrl: string): string {
  return networkOf(publicUrl) === 'public'
    ? 'Deliveries from servers on the internet can arrive this way as long as the tunnel runs.'
    : 'It was sent from this computer: a firewall may still block other computers.';
}
