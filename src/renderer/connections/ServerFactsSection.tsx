import { useQuery } from '@tanstack/react-query';
import {
  routeAreas,
  type ServerFacts as Facts,
  type ServerRoutesSummary,
} from '../../shared/model/server-facts.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { FactRow } from './FactRow.tsx';
import view from './ServersView.module.css';
import styles from './ServerFacts.module.css';

export function ServerFactsSection({ connectionId }: { readonly connectionId: string }) {
  const rpc = useRpc();
  const facts = useQuery({
    queryKey: queryKeys.serverFacts(connectionId),
    queryFn: ({ signal }) => rpc.call('connections.facts', { connectionId }, signal),
  });
  return (
    <section className={styles.facts} aria-label="Facts">
      {facts.isPending ? <Loading>Asking the server about itself</Loading> : null}
      {facts.error ? <ErrorNotice action="Could not read the facts" error={facts.error} /> : null}
      {facts.data ? <FactList facts={facts.data} /> : null}
    </section>
  );
}

function FactList({ facts: { flags, routes, noRoutes, pageLimit } }: { readonly facts: Facts }) {
  return (
    <>
      <dl className={view.properties}>
        <FactRow name="Flags">
          {flags.length === 0 ? (
            'none reported'
          ) : (
            <span className={styles.mono}>
              {flags.map(({ name, value }) => `${name}: ${value}`).join(', ')}
            </span>
          )}
        </FactRow>
        <FactRow name="Routes">{routes === null ? noRoutes : formatRouteAreas(routes)}</FactRow>
        <Address name="MCP" url={routes?.mcpUrl} />
        <Address name="A2A" url={routes?.a2aUrl} />
        <FactRow name="Page limit">
          {pageLimit === null ? 'none met so far' : `${pageLimit} items, by a refusal of the server`}
        </FactRow>
      </dl>
      {routes === null ? null : <CustomRoutes routes={routes} />}
    </>
  );
}

// `undefined`: the server describes no routes.
function Address({ name, url }: { readonly name: string; readonly url: string | null | undefined }) {
  if (url === undefined || url === null)
    return <FactRow name={name}>{url === null ? 'not described' : 'unknown'}</FactRow>;
  return (
    <FactRow name={name}>
      <span className={styles.mono}>{url}</span>
      <CopyButton label={`Copy ${name} address`} text={url} />
    </FactRow>
  );
}

function CustomRoutes({ routes: { custom, isCut } }: { readonly routes: ServerRoutesSummary }) {
  if (custom.length === 0) return null;
  return (
    <details className={styles.custom}>
      <summary>
        {isCut ? `The first ${custom.length} custom routes` : `Custom routes (${custom.length})`}
      </summary>
      <ul className={styles.routes} aria-label="Custom routes">
        {custom.map(({ method, path, summary }) => (
          <li key={`${method} ${path}`}>
            <span className={styles.mono}>
              {method} {path}
            </span>
            {summary === null ? null : <span className={styles.summary}>{summary}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function formatRouteAreas({ areas, custom }: ServerRoutesSummary): string {
  if (areas === null) return `only ${custom.length} custom ones described`;
  const counted = routeAreas.filter((area) => (areas[area] ?? 0) > 0);
  const missing = routeAreas.filter((area) => !counted.includes(area));
  const areaCounts = counted.map((area) => `${area} ${areas[area]}`).join(', ');
  return missing.length === 0 ? areaCounts : `${areaCounts}; not described: ${missing.join(', ')}`;
}
