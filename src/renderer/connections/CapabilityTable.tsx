import { Check, CircleHelp, Minus } from 'lucide-react';
import { clsx } from 'clsx';
import type { Capabilities, CapabilityName, CapabilitySource } from '../../shared/model/capability.ts';
import styles from './CapabilityTable.module.css';

const headings = ['Assistants', 'Threads', 'State', 'Runs', 'Streams', 'Memory, crons, webhooks'] as const;
type Heading = (typeof headings)[number];

const names: Readonly<Record<CapabilityName, readonly [Heading, string]>> = {
  assistants: ['Assistants', 'Assistants and graphs'],
  assistantChanges: ['Assistants', 'Changing assistants'],
  assistantVersions: ['Assistants', 'Versions of assistants'],
  graphs: ['Assistants', 'Graphs'],
  schemas: ['Assistants', 'Schemas'],
  xrayDepth: ['Assistants', 'X-ray depth'],
  declaredBreakpoints: ['Assistants', 'Declared breakpoints'],
  assistantFilters: ['Assistants', 'Filters of assistants'],
  threadCreation: ['Threads', 'Creating threads'],
  threadChanges: ['Threads', 'Renaming and tagging threads'],
  threadDeletion: ['Threads', 'Deleting threads'],
  threadCopy: ['Threads', 'Duplicating threads'],
  prune: ['Threads', 'Pruning threads'],
  threadStorage: ['Threads', 'Storage of threads'],
  threadCount: ['Threads', 'Counting threads'],
  threadFilters: ['Threads', 'Filters of threads'],
  threadState: ['State', 'State of threads'],
  subgraphState: ['State', 'State of subgraphs'],
  threadHistory: ['State', 'History of threads'],
  stateUpdates: ['State', 'State edits'],
  runs: ['Runs', 'Streamed runs'],
  backgroundRuns: ['Runs', 'Background runs'],
  statelessRuns: ['Runs', 'Runs without a thread'],
  streamModes: ['Runs', 'All stream modes'],
  durability: ['Runs', 'Durability'],
  enqueueRuns: ['Runs', 'Queueing on a busy thread'],
  interruptRuns: ['Runs', 'Interrupting a busy thread'],
  rollbackRuns: ['Runs', 'Rolling back a busy thread'],
  cancelRuns: ['Runs', 'Stopping runs'],
  cancelRollback: ['Runs', 'Rolling back stopped runs'],
  deleteRuns: ['Runs', 'Deleting runs'],
  runFilters: ['Runs', 'Filters of runs'],
  joinRuns: ['Streams', 'Following runs started elsewhere'],
  resumption: ['Streams', 'Resuming a stream that was cut off'],
  threadStream: ['Streams', 'Thread stream'],
  eventStreaming: ['Streams', 'Event-streaming protocol'],
  store: ['Memory, crons, webhooks', 'Memory (store)'],
  storeChanges: ['Memory, crons, webhooks', 'Changing memory'],
  storeFilters: ['Memory, crons, webhooks', 'Filters of memory'],
  crons: ['Memory, crons, webhooks', 'Crons'],
  cronFilters: ['Memory, crons, webhooks', 'Filters of crons'],
  webhooks: ['Memory, crons, webhooks', 'Webhooks'],
  loopbackWebhooks: ['Memory, crons, webhooks', 'Webhooks to loopback'],
};

const sources: Readonly<Record<CapabilitySource, string>> = {
  info: 'from the server (/info)',
  routes: 'from the server (/openapi.json)',
  answer: 'from its responses',
  measured: 'as measured on this kind of server',
  version: 'as measured on this version',
};

export function CapabilityTable({ capabilities }: { readonly capabilities: Capabilities }) {
  return (
    <section className={styles.table} aria-label="What this server can do">
      {headings.map((heading) => (
        <CapabilitySection key={heading} heading={heading} capabilities={capabilities} />
      ))}
    </section>
  );
}

function CapabilitySection({
  heading,
  capabilities,
}: {
  readonly heading: Heading;
  readonly capabilities: Capabilities;
}) {
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{heading}</h3>
      <ul className={styles.list} aria-label={heading}>
        {listedUnder(heading).map(([key, name]) => {
          const { available, reason, source } = capabilities[key];
          const Icon = available === null ? CircleHelp : available ? Check : Minus;
          const origin = source === undefined ? null : sources[source];
          return (
            <li
              key={key}
              className={clsx(styles.capability, available === true || styles.unsupported)}
              title={available === null ? (reason ?? undefined) : (origin ?? undefined)}
            >
              <Icon size={13} aria-hidden />
              <span>
                {name}
                <span className={available === null ? styles.source : 'visually-hidden'}>
                  {available === null ? ' unknown' : available ? ': yes' : ': no'}
                </span>
                {origin === null ? null : <span className={styles.source}> {origin}</span>}
                {available === null || reason === null ? null : (
                  <span className={styles.reason}>{reason}</span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function listedUnder(heading: Heading): readonly (readonly [CapabilityName, string])[] {
  const entries = Object.entries(names) as [CapabilityName, readonly [Heading, string]][];
  return entries.flatMap(([key, [section, name]]) => (section === heading ? [[key, name] as const] : []));
}
