import { isObject } from '../shape.ts';

/** The environment of the process, where there is one: none in browsers. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  const process: unknown = Reflect.get(globalThis, 'process');
  const env = isObject(process) ? process['env'] : undefined;
  return isObject(env) ? (env as Readonly<Record<string, string | undefined>>) : {};
}
