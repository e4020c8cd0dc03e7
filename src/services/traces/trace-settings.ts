import { AppError } from '../../shared/app-error.ts';
import type { TraceSettings, TraceSettingsDraft } from '../../shared/model/traces.ts';
import type { SecretVault } from '../common/platform.ts';
import { locked } from '../connections/connection-errors.ts';
import { ownersOf } from '../connections/connection-parts.ts';
import { checkHeaderName } from '../connections/header-rules.ts';
import { createSecretStore } from '../connections/secret-store.ts';
import { checkHeaders } from '../connections/validate-draft.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { otlpTarget, type OtlpHeader, type OtlpTarget } from './otlp-target.ts';
import { checkedTraceUrl } from './trace-web-link.ts';
import { traceSettingsDocument, type StoredTraceSettings } from './trace-documents.ts';

/** What is needed to send the traces of a server. */
export interface TraceAccess {
  readonly target: OtlpTarget;
  readonly service: string | null;
  readonly withContent: boolean;
}

export interface TraceSettingsStore {
  view(connectionId: string): Promise<TraceSettings>;
  /** Servers whose runs are sent when they end. */
  turnedOn(): Promise<readonly string[]>;
  /** Throws `invalid-input` without an address, `secret-locked` if a header's value is unavailable now. */
  access(connectionId: string): Promise<TraceAccess>;
  /** The access that a draft would get. Throws as `save` does. */
  draftAccess(connectionId: string, draft: TraceSettingsDraft): Promise<TraceAccess>;
  /** Throws `invalid-input` (`details.where`), `secret-locked` or `storage`, and changes nothing then. */
  save(connectionId: string, draft: TraceSettingsDraft): Promise<TraceSettings>;
  forget(connectionId: string): Promise<void>;
}

const nothingSet = (connectionId: string): StoredTraceSettings => ({
  connectionId,
  isOn: false,
  url: '',
  headers: [],
  withContent: false,
  service: null,
  traceUrl: null,
});

export function createTraceSettings({
  documents,
  vault,
  scrubber,
}: {
  readonly documents: DocumentStore;
  readonly vault: SecretVault;
  readonly scrubber: Scrubber;
}): TraceSettingsStore {
  const opening = documents.open(traceSettingsDocument);
  const secrets = createSecretStore({ vault, scrubber });

  const find = async (connectionId: string): Promise<StoredTraceSettings> =>
    (await opening).value().servers.find((server) => server.connectionId === connectionId) ??
    nothingSet(connectionId);

  const view = ({ connectionId, headers, ...settings }: StoredTraceSettings): TraceSettings => ({
    isOn: settings.isOn,
    url: settings.url,
    headers: headers.map(({ name, secret }) => ({
      name,
      last4: secrets.view(ownerOf(connectionId, settings.url, name), secret).last4 ?? '',
    })),
    withContent: settings.withContent,
    service: settings.service,
    traceUrl: settings.traceUrl,
  });

  const open = async (
    { connectionId, url }: StoredTraceSettings,
    name: string,
    secret: StoredTraceSettings['headers'][number]['secret'],
  ): Promise<string> => {
    const owner = ownerOf(connectionId, url, name);
    const read = await secrets.read(owner, secret);
    if (read.state !== 'open') throw locked(owner, secret, read);
    return read.value;
  };

  const check = async (connectionId: string, draft: TraceSettingsDraft) => {
    const before = await find(connectionId);
    const url = draft.url.trim();
    if (url === '') {
      if (draft.isOn)
        throw new AppError('invalid-input', 'Runs can’t be sent without an address.', {
          hint: 'Enter the address of a receiver of OpenTelemetry over HTTP.',
          details: { where: 'url' },
        });
      return { before, url, headers: [] };
    }
    const { url: checked } = otlpTarget(url, []);
    const moved = before.url !== '' && new URL(before.url).origin !== checked.origin;
    return { before, url, headers: checkHeaders(draft.headers, before.headers, moved, checkHeaderName) };
  };

  return {
    view: async (connectionId) => view(await find(connectionId)),
    turnedOn: async () =>
      (await opening).value().servers.flatMap(({ connectionId, isOn }) => (isOn ? connectionId : [])),
    async access(connectionId) {
      const stored = await find(connectionId);
      if (stored.url === '') {
        throw new AppError('invalid-input', 'No address is set for traces of this server.', {
          hint: 'Set it in Servers, under Traces.',
        });
      }
      const headers: OtlpHeader[] = [];
      for (const { name, secret } of stored.headers)
        headers.push({ name, value: await open(stored, name, secret) });
      return { ...stored, target: otlpTarget(stored.url, headers) };
    },
    async draftAccess(connectionId, draft) {
      const { before, url, headers } = await check(connectionId, draft);
      const opened: OtlpHeader[] = [];
      for (const { name, secret } of headers) {
        const value = secret.kind === 'kept' ? await open(before, name, secret.stored) : secret.value;
        opened.push({ name, value });
      }
      return { ...draft, service: serviceOf(draft), target: otlpTarget(url, opened) };
    },
    async save(connectionId, draft) {
      const { url, headers } = await check(connectionId, draft);
      const traceUrl = checkedTraceUrl(draft.traceUrl);
      const stored: StoredTraceSettings['headers'][number][] = [];
      for (const { name, secret } of headers) {
        const storedSecret =
          secret.kind === 'kept'
            ? secret.stored
            : await secrets.store(ownerOf(connectionId, url, name), secret.value, draft.storage);
        stored.push({ name, secret: storedSecret });
      }
      const next: StoredTraceSettings = {
        connectionId,
        isOn: draft.isOn,
        url,
        headers: stored,
        withContent: draft.withContent,
        service: serviceOf(draft),
        traceUrl,
      };
      const document = await opening;
      await document.update(({ servers }) => ({
        servers: [...servers.filter((server) => server.connectionId !== connectionId), next],
      }));
      secrets.retain(
        connectionId,
        stored.map(({ secret }) => secret),
      );
      return view(next);
    },
    async forget(connectionId) {
      const document = await opening;
      await document.update((value) => {
        const servers = value.servers.filter((server) => server.connectionId !== connectionId);
        return servers.length === value.servers.length ? value : { servers };
      });
      secrets.retain(connectionId, []);
    },
  };
}

function ownerOf(connectionId: string, url: string, name: string) {
  return ownersOf(connectionId, url === '' ? '' : new URL(url).origin).header(name);
}

function serviceOf({ service }: TraceSettingsDraft): string | null {
  return service?.trim() || null;
}
