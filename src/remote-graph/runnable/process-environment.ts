import { apiKeyVariables } from '../http/client-settings.ts';
import { isObject } from '../http/response-checks.ts';

/** What the process's environment says of keys: nothing in browsers, nor where it may not be read (Deno without `--allow-env`). */
export function readApiKeyEnvironment(): Readonly<Record<string, string | undefined>> {
  try {
    const process: unknown = Reflect.get(globalThis, 'process');
    const env = isObject(process) ? process['env'] : undefined;
    if (!isObject(env)) return {};
    return Object.fromEntries(
      apiKeyVariables.map((name) => [name, typeof env[name] === 'string' ? env[name] : undefined]),
    );
  } catch {
    return {};
  }
}
