import type { SecretStorage } from '../../../shared/model/app-info.ts';
import { traceIdPlace, type TraceSettings, type TraceSettingsDraft } from '../../../shared/model/traces.ts';
import { defaultKeyStorage, type KeyStorageChoice } from '../../shared-ui/key-storage.ts';
import { headerChanges, headerRows, type HeaderRow } from '../dialog/connection-form.ts';

export interface TraceForm {
  readonly isOn: boolean;
  readonly url: string;
  readonly headers: readonly HeaderRow[];
  readonly withContent: boolean;
  readonly service: string;
  readonly traceUrl: string;
}

export function createTraceForm({
  isOn,
  url,
  headers,
  withContent,
  service,
  traceUrl,
}: TraceSettings): TraceForm {
  return {
    isOn,
    url,
    headers: headerRows(headers),
    withContent,
    service: service ?? '',
    traceUrl: traceUrl ?? '',
  };
}

export function hasNewHeader({ headers }: TraceForm): boolean {
  return headers.some(({ value }) => value !== '');
}

export function toTraceDraft(
  form: TraceForm,
  storage: KeyStorageChoice | null,
  keyStore: SecretStorage | null,
): TraceSettingsDraft {
  return {
    isOn: form.isOn,
    url: form.url.trim(),
    headers: headerChanges(form),
    storage: storage ?? defaultKeyStorage(keyStore),
    withContent: form.withContent,
    service: form.service.trim() || null,
    traceUrl: form.traceUrl.trim() || null,
  };
}

/** The web address of a trace in Arize Phoenix, which takes spans at the address of its pages; `null` without one. */
export function phoenixTraceUrl({ url }: Pick<TraceForm, 'url'>): string | null {
  const address = url
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/v1\/traces$/, '');
  return /^https?:\/\/[^/]/i.test(address) && URL.canParse(address)
    ? `${address}/redirects/traces/${traceIdPlace}`
    : null;
}
