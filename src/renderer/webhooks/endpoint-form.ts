import type { WebhookEndpoint } from '../../shared/model/webhook.ts';

export interface EndpointForm {
  readonly address: string;
  readonly port: string;
  readonly publicUrl: string;
  readonly tokenIn: WebhookEndpoint['tokenIn'];
}

export function toForm({ address, port, publicUrl, tokenIn }: WebhookEndpoint): EndpointForm {
  return { address, port: port === null ? '' : String(port), publicUrl: publicUrl ?? '', tokenIn };
}

// Only for a form without problems.
export function toEndpoint({ address, port, publicUrl, tokenIn }: EndpointForm): WebhookEndpoint {
  const url = publicUrl.trim();
  return {
    address,
    port: port.trim() === '' ? null : Number(port.trim()),
    publicUrl: url === '' ? null : url,
    tokenIn,
  };
}

export function portProblem(port: string): string | null {
  const text = port.trim();
  if (text === '') return null;
  const isPort = /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
  return isPort ? null : 'Enter a number from 1 to 65535.';
}

// `null` if the public address can be used, or is empty. The services check it in full.
export function publicUrlProblem(publicUrl: string): string | null {
  const text = publicUrl.trim();
  if (text === '') return null;
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isWeb ? null : 'The address must start with http:// or https://.';
}
