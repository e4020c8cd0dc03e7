import type { Connection } from '../../shared/model/connection.ts';
import type { CertificateAuthority, NetworkPath } from '../../shared/model/network.ts';
import { durationText } from '../ui/display/format.ts';

// Smaller differences between clocks do not matter.
const minDisplayedSkewMs = 120_000;

export function clockSkewText(path: NetworkPath | undefined): string | null {
  const skew = path?.skewMs ?? null;
  if (skew === null || Math.abs(skew) <= minDisplayedSkewMs) return null;
  return `${longText(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} the studio's`;
}

function longText(ms: number): string {
  const hours = ms / 3_600_000;
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  if (hours >= 2) return `${Math.round(hours)} hours`;
  return durationText(ms);
}

export function resolvedAddressText(url: string | null, path: NetworkPath | undefined): string | null {
  const address = path?.address ?? null;
  if (address === null || url === null || !URL.canParse(url)) return null;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === address ? null : address;
}

export function authorityText({ name, validTo }: CertificateAuthority): string {
  return `${name}, valid until ${validTo.slice(0, 10)}`;
}

export function certificateText({ url, trust }: Connection): string | null {
  if (url === null || !url.startsWith('https:')) return null;
  if (trust?.insecure === true) return 'not checked';
  const authorities = trust?.authorities ?? [];
  return authorities.length === 0
    ? 'checked'
    : `checked, also against ${authorities.map(authorityText).join('; ')}`;
}
