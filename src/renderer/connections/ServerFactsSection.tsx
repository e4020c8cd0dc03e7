import { useMutation, useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import {
  routeAreas,
  type AgentProtocol,
  type ExposedAgents,
  type ServerFacts as Facts,
  type ServerRoutesSummary,
} from '../../shared/model/server-facts.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { TryAgentDialog } from './TryAgentDialog.tsx';
import { FactRow } from './FactRow.tsx';
import view from './ServersView.module.css';
import styles from './ServerFacts.module.css';

// Known security holes of the server's version, if there are any.
export function SecurityAdvisories({ connectionId }: { readonly connectionId: string }) {
  const { data } = useServerFacts(connectionId);
  return data?.advisories.map(({ id, text, fixedIn }) => (
    <p key={id} role="note" className={styles.advisory}>
      <ShieldAlert size={15} aria-hidden className={styles.advisoryIcon} />
      <span>
        <strong>{id}</strong>: a known security hole of this version. {text} Fixed in {fixedIn.join(', ')}.
      </span>
    </p>
  ));
}

export function ServerFactsSection({ connectionId }: { readonly connectionId: string }) {
  const facts = useServerFacts(connectionId);
  return (
    <section className={styles.facts} aria-label="Facts">
      {facts.isPending ? <Loading>Reading what the server reports about itself</Loading> : null}
      {facts.error ? <ErrorNotice action="Could not read the facts" error={facts.error} /> : null}
      {facts.data ? <FactList connectionId={connectionId} facts={facts.data} /> : null}
    </section>
  );
}

function useServerFacts(connectionId: string) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.serverFacts(connectionId),
    queryFn: ({ signal }) => rpc.call('connections.facts', { connectionId }, signal),
  });
}

function FactList({ connectionId, facts }: { readonly connectionId: string; readonly facts: Facts }) {
  const { flags, routes, noRoutes, services, pageLimit } = facts;
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
        <FactRow name="Services">
          {services === null ? (
            'unknown'
          ) : services.length === 0 ? (
            'none reported'
          ) : (
            <span className={styles.mono}>
              {services.map(({ name, status }) => `${name}: ${status}`).join(', ')}
            </span>
          )}
        </FactRow>
        <FactRow name="Routes">{routes === null ? noRoutes : formatRouteAreas(routes)}</FactRow>
        <Endpoint connectionId={connectionId} protocol="mcp" url={routes?.mcpUrl} />
        <Endpoint connectionId={connectionId} protocol="a2a" url={routes?.a2aUrl} />
        <FactRow name="Metrics">
          {routes === null ? (
            'unknown'
          ) : routes.metricsUrl === null ? (
            'not described'
          ) : (
            <>
              <span className={styles.mono}>{routes.metricsUrl}</span>
              <CopyButton label="Copy Metrics address" text={routes.metricsUrl} />
            </>
          )}
        </FactRow>
        <FactRow name="Page limit">
          {pageLimit === null ? 'none so far' : `${pageLimit} items, because the server refused more`}
        </FactRow>
      </dl>
      {routes === null ? null : <CustomRoutes routes={routes} />}
    </>
  );
}

interface EndpointProps {
  readonly connectionId: string;
  readonly protocol: AgentProtocol;
  // `undefined`: the server describes no routes.
  readonly url: string | null | undefined;
}

function Endpoint({ connectionId, protocol, url }: EndpointProps) {
  const rpc = useRpc();
  const listing = useMutation({
    mutationFn: () => rpc.call('connections.exposedAgents', { connectionId, protocol }),
  });
  const noTrial = useUnavailable(connectionId, 'connections.tryAgent');
  const [triedAgent, setTriedAgent] = useState<ExposedAgents['agents'][number] | null>(null);
  const { name, action, noneText } = endpoints[protocol];
  if (url === undefined || url === null)
    return <FactRow name={name}>{url === null ? 'not described' : 'unknown'}</FactRow>;
  return (
    <FactRow name={name}>
      <span className={styles.mono}>{url}</span>
      <CopyButton label={`Copy ${name} address`} text={url} />
      <Button
        size="small"
        busy={listing.isPending ? 'Listing' : null}
        title="Asks the server as other programs do. Nothing is run."
        onClick={() => listing.mutate()}
      >
        {action}
      </Button>
      {listing.error ? <ErrorNotice action={`${action} failed`} error={listing.error} /> : null}
      {listing.data ? (
        <ul className={styles.routes} aria-label={`What programs find by ${name}`}>
          {listing.data.agents.length === 0 ? <li>{noneText}</li> : null}
          {listing.data.agents.map((agent, index) => (
            <li key={index}>
              <span className={styles.mono}>{agent.name}</span>
              {agent.id === '' ? null : (
                <Button
                  size="small"
                  aria-label={`Try ${agent.name}…`}
                  disabled={noTrial !== null}
                  title={noTrial ?? undefined}
                  onClick={() => setTriedAgent(agent)}
                >
                  Try…
                </Button>
              )}
              {agent.description === null ? null : (
                <span className={styles.summary}>{agent.description}</span>
              )}
            </li>
          ))}
          {listing.data.isCut ? <li>The server may have more.</li> : null}
        </ul>
      ) : null}
      {triedAgent === null ? null : (
        <TryAgentDialog
          connectionId={connectionId}
          protocol={protocol}
          agent={triedAgent}
          onClose={() => setTriedAgent(null)}
        />
      )}
    </FactRow>
  );
}

const endpoints = {
  mcp: { name: 'MCP', action: 'List tools', noneText: 'No tools.' },
  a2a: { name: 'A2A', action: 'List agents', noneText: 'No agents.' },
} as const;

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
