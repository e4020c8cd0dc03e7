import { usageError } from '../args/usage-error.ts';
import type { HeaderOption } from './header-options.ts';

/** A receiver as the environment names it, by the variables that all exporters of OpenTelemetry read. */
export interface EnvironmentReceiver {
  /** `null` if none is named. */
  readonly url: string | null;
  /** The address is that of traces already: nothing is added to it. */
  readonly isExact: boolean;
  readonly headers: readonly HeaderOption[];
  /** For one request, in milliseconds; `null` for the default. */
  readonly timeoutMs: number | null;
}

/**
 * The variables for traces come before those for all signals (opentelemetry.io/docs/specs/otel/protocol/exporter). Throws an
 * `AppError` (`invalid-input`) for a value that can't be read.
 */
export function receiverInEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): EnvironmentReceiver {
  const valueOf = (setting: string): { readonly name: string; readonly value: string } | null => {
    const names = [`OTEL_EXPORTER_OTLP_TRACES_${setting}`, `OTEL_EXPORTER_OTLP_${setting}`];
    for (const name of names) {
      const value = (env[name] ?? '').trim();
      if (value !== '') return { name, value };
    }
    return null;
  };
  const endpoint = valueOf('ENDPOINT');
  const headers = valueOf('HEADERS');
  const timeout = valueOf('TIMEOUT');
  return {
    url: endpoint?.value ?? null,
    isExact: endpoint?.name === 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    headers: headers === null ? [] : headers.value.split(',').flatMap((part) => headerOf(part, headers.name)),
    timeoutMs: timeout === null ? null : timeoutOf(timeout.value, timeout.name),
  };
}

// `name=value`, the value percent-encoded. It may be a secret, so no message repeats it.
function headerOf(part: string, variable: string): HeaderOption[] {
  if (part.trim() === '') return [];
  const separator = part.indexOf('=');
  const name = part.slice(0, Math.max(0, separator)).trim();
  if (name === '') throw usageError(`${variable} can't be read.`, 'Write it as NAME=VALUE,NAME=VALUE.');
  const value = part.slice(separator + 1).trim();
  try {
    return [{ name, value: decodeURIComponent(value) }];
  } catch {
    return [{ name, value }];
  }
}

function timeoutOf(text: string, variable: string): number {
  const ms = Number(text);
  if (!Number.isInteger(ms) || ms < 1 || ms > maxTimeoutMs)
    throw usageError(`${variable} is not a number of milliseconds from 1 to ${maxTimeoutMs}.`);
  return ms;
}

const maxTimeoutMs = 120_000;
