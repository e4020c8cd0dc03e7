import {
  isUnsupportedRoute,
  ProtocolError,
  TooLargeError,
  type GraphClient,
} from 'remote-graph-client/client';
import type { ServerFacts } from '../../../shared/model/server-facts.ts';
import { asAppError } from '../../common/server-errors.ts';
import { clip, summarizeRoutes } from './route-summary.ts';
import { securityAdvisoriesOf } from './security-advisories.ts';
import { recordOrEmpty } from '../../../shared/narrow.ts';

const maxFlags = 50;
const maxServices = 20;

// A description of more bytes is not read. The hosted server's has 300 KB.
export const maxDescriptionBytes = 4 * 2 ** 20;

// Asks a server about itself. Rejects with an `AppError` if `/info` fails, except that a server may lack it. A
// description that can't be used is reported with the reason. `url`: the server's base URL.
export async function readServerFacts(
  client: GraphClient,
  url: string,
  pageLimit: number | null,
  signal: AbortSignal,
): Promise<ServerFacts> {
  const options = { purpose: 'connections.facts', signal };
  const [info, services, described] = await Promise.all([
    client.meta.info(options).catch(nullWithoutRoute),
    // The other facts count without it.
    client.meta.services(options).catch(() => null),
    client.meta.openApi(options).then(
      (description) => ({ routes: summarizeRoutes(description, url), noRoutes: noRoutesText }),
      (error: unknown) => ({ routes: null, noRoutes: reasonOf(error) }),
    ),
  ]);
  const { routes, noRoutes } = described;
  return {
    flags: flagsOf(info),
    routes,
    noRoutes: routes === null ? noRoutes : null,
    services: services === null ? null : servicesOf(services),
    advisories: securityAdvisoriesOf(info),
    pageLimit,
  };
}

function nullWithoutRoute(error: unknown): null {
  if (isUnsupportedRoute(error)) return null;
  throw error;
}

const noRoutesText = 'This server does not describe its routes.';

function reasonOf(error: unknown): string {
  if (isUnsupportedRoute(error)) return noRoutesText;
  if (error instanceof TooLargeError)
    return `The description of its routes is larger than ${maxDescriptionBytes / 2 ** 20} MB and was not read.`;
  if (error instanceof ProtocolError) return 'There is no description of routes at /openapi.json.';
  return `Could not read the description of its routes. ${asAppError(error).message}`;
}

function flagsOf(info: unknown): ServerFacts['flags'] {
  return Object.entries(recordOrEmpty(recordOrEmpty(info)['flags']))
    .slice(0, maxFlags)
    .map(([name, value]) => ({ name: clip(name), value: clip(textOf(value)) }));
}

function servicesOf(services: Readonly<Record<string, string>>): ServerFacts['services'] {
  return Object.entries(services)
    .slice(0, maxServices)
    .map(([name, status]) => ({ name: clip(name), status: clip(status) }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
