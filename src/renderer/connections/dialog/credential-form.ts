import { commandLineText, splitCommandLine } from '../../../shared/command-line.ts';
import type {
  CredentialHeader,
  CredentialSource,
  CredentialView,
  OAuthSettings,
} from '../../../shared/model/credential.ts';

export type CredentialKind = 'key' | CredentialSource['kind'];

/** The fields of a credential in the dialog. Those of other kinds are kept while the dialog is open. */
export interface CredentialForm {
  readonly kind: CredentialKind;
  readonly commandLine: string;
  readonly header: CredentialHeader;
  // The command line that a person has agreed to, here or earlier.
  readonly allowedLine: string | null;
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly audience: string;
  readonly flow: OAuthSettings['flow'];
  readonly hasEndpoints: boolean;
  readonly authorization: string;
  readonly token: string;
  readonly device: string;
  // `null` for the default.
  readonly tokenStorage: OAuthSettings['storage'] | null;
}

export function createCredentialForm(view: CredentialView | undefined): CredentialForm {
  const source = view?.source;
  const command = source?.kind === 'command' ? source : null;
  const oauth = source?.kind === 'oauth' ? source : null;
  const commandLine = command === null ? '' : commandLineText(command.command);
  const isAllowed = command !== null && view?.status.state !== 'not-allowed';
  return {
    kind: source?.kind ?? 'key',
    commandLine,
    header: command?.header ?? 'authorization',
    allowedLine: isAllowed ? commandLine : null,
    issuer: oauth?.issuer ?? '',
    clientId: oauth?.clientId ?? '',
    scope: oauth?.scope ?? 'openid offline_access',
    audience: oauth?.audience ?? '',
    flow: oauth?.flow ?? 'browser',
    hasEndpoints: oauth !== null && oauth.endpoints !== null,
    authorization: oauth?.endpoints?.authorization ?? '',
    token: oauth?.endpoints?.token ?? '',
    device: oauth?.endpoints?.device ?? '',
    tokenStorage: oauth?.storage ?? null,
  };
}

export function isCommandAllowed({ commandLine, allowedLine }: CredentialForm): boolean {
  return commandLine.trim() !== '' && commandLine === allowedLine;
}

/** Why the command line can't be one; `null` if it can. */
export function commandProblem({ commandLine }: CredentialForm): string | null {
  if (splitCommandLine(commandLine) === null) return 'A quote is not closed.';
  return null;
}

/** Why an address of the sign-in server can't be one; `null` if it can, also while it is empty. */
export function addressProblem(address: string): string | null {
  if (address.trim() === '') return null;
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : null;
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return null;
  return 'Enter an address that begins with https://.';
}

/** The source that the form describes: `null` for a key, `undefined` while it is incomplete. */
export function sourceOf(
  form: CredentialForm,
  defaultStorage: OAuthSettings['storage'],
): CredentialSource | null | undefined {
  if (form.kind === 'key') return null;
  if (form.kind === 'command') {
    const command = splitCommandLine(form.commandLine);
    return command === null || command.length === 0
      ? undefined
      : { kind: 'command', command, header: form.header };
  }
  const [issuer, clientId, authorization, token, device] = [
    form.issuer,
    form.clientId,
    form.authorization,
    form.token,
    form.device,
  ].map((text) => text.trim()) as [string, string, string, string, string];
  const requiredAddresses = form.hasEndpoints
    ? [token, form.flow === 'browser' ? authorization : device]
    : [issuer];
  const isComplete = clientId !== '' && requiredAddresses.every((address) => address !== '');
  if (
    !isComplete ||
    [issuer, authorization, token, device].some((address) => addressProblem(address) !== null)
  )
    return undefined;
  return {
    kind: 'oauth',
    issuer,
    endpoints: form.hasEndpoints ? { authorization, token, device } : null,
    clientId,
    scope: form.scope.trim(),
    audience: form.audience.trim(),
    flow: form.flow,
    storage: form.tokenStorage ?? defaultStorage,
  };
}
