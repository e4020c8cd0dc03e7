import { JsonText, type RunPayload } from '../../remote-graph/client.ts';
import type { RunBegin, RunRequest } from '../../shared/model/run.ts';
import { jsonInput } from '../json-input.ts';

/** What the studio listens to: enough for the canvas, the state and the messages of any graph, at every level. */
const streamMode = ['values', 'updates', 'tasks', 'messages-tuple', 'custom'] as const;

/**
 * The body of a run, in the client's words. Whatever the person typed goes out as typed. Every choice that servers
 * default differently is made here (protocol, section 12, row 11). Throws an `AppError` (`invalid-input`) for a text
 * that is not JSON, before anything is sent.
 */
export function runPayload(
  request: RunRequest,
  { clientRequestId, webhook }: { readonly clientRequestId: string; readonly webhook: string | null },
): RunPayload {
  const { checkpointId, interruptBefore, interruptAfter } = request;
  return {
    ...beginning(request.begin),
    streamMode,
    streamSubgraphs: true,
    streamResumable: true,
    multitaskStrategy: 'reject',
    onDisconnect: 'continue',
    ifNotExists: 'reject',
    clientRequestId,
    ...(webhook === null ? {} : { webhook }),
    // Hosted servers take the object only; the JavaScript server takes both forms.
    ...(checkpointId === null ? {} : { checkpoint: { checkpoint_ns: '', checkpoint_id: checkpointId } }),
    ...(interruptBefore.length === 0 ? {} : { interruptBefore: nodesOrAll(interruptBefore) }),
    ...(interruptAfter.length === 0 ? {} : { interruptAfter: nodesOrAll(interruptAfter) }),
  };
}

function beginning(begin: RunBegin): Pick<RunPayload, 'input' | 'command'> {
  switch (begin.kind) {
    case 'input':
      return { input: jsonInput(begin.inputText, 'The input') };
    case 'continue':
      // Left out or null: the graph goes on from its state.
      return { input: null };
    case 'resume': {
      // Always keyed by interrupt id: servers disagree on everything else (protocol, section 4).
      const answers = begin.answers.map(
        ({ interruptId, valueText }) =>
          `${JSON.stringify(interruptId)}:${jsonInput(valueText, 'The answer').text}`,
      );
      return { command: { resume: new JsonText(`{${answers.join(',')}}`) } };
    }
  }
}

/** The wildcard is a bare `*` on the wire, not a list (protocol, section 0). */
function nodesOrAll(names: readonly string[]): '*' | readonly string[] {
  return names.includes('*') ? '*' : names;
}
