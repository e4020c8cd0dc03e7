import { compactJson, memberTexts } from 'exact-json';
import { namespaceLevels } from '../../shared/checkpoint-namespace.ts';
import { createProtocolFrameReader } from '../../shared/protocol-frames.ts';
import type { RunEnd, RunFrame, StartedRun } from '../../shared/model/run.ts';
import { errorOfRun, type EndedRun } from '../session/ended-run.ts';
import { RawJson } from './json-document.ts';
import { truncate } from './truncate.ts';
import { statusText, StyledText, type TextStyle } from './styled-text.ts';
import type { Terminal } from './terminal.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { messageText } from '../../shared/message-text.ts';
import { isRecord } from '../../shared/narrow.ts';

export interface EventPrinter {
  start(run: StartedRun): void;
  frame(frame: RunFrame): void;
  /** `ended`: what the record of the thread says about it; `null` if nothing does. */
  end(runId: string, end: RunEnd, ended: EndedRun | null): void;
}

const maxValueLength = 300;

/** The first line names the run, each event is a line with its payload verbatim, and the last one has the outcome. */
export function jsonEvents(terminal: Terminal): EventPrinter {
  return {
    start: ({ runId, threadId }) => terminal.printJson({ start: { runId, threadId } }),
    frame: ({ seq, atMs, id, mode, namespace, text }) =>
      terminal.printJson({
        seq,
        atMs,
        id,
        event: mode,
        namespace,
        data: new RawJson(text === '' ? 'null' : text),
      }),
    end: (runId, end, ended) => {
      const { outcome, incomplete } = end;
      const ending = { status: ended?.status, statusText: ended?.statusText };
      terminal.printJson({ end: { runId, outcome, ...ending, error: errorOfRun(end, ended), incomplete } });
    },
  };
}

export const noEvents: EventPrinter = {
  start: () => undefined,
  frame: () => undefined,
  end: () => undefined,
};

/** Text for people: the tokens of models as they come, and what each node wrote. */
export function readableEvents(terminal: Terminal): EventPrinter {
  // Who is writing on the open line; `null` if none is open.
  let speaker: string | null = null;
  const readProtocolFrame = createProtocolFrameReader();
  const closeLine = (): void => {
    if (speaker !== null) terminal.printPart('\n');
    speaker = null;
  };
  const line = (namespace: readonly string[], name: string, text: string, style: TextStyle): void => {
    closeLine();
    const path = namespaceLevels(namespace)
      .map(({ name: level }) => `${level}: `)
      .join('');
    terminal.print([path, new StyledText(style, name), `  ${text}`]);
  };
  const token = (name: string, text: string): void => {
    if (text === '') return;
    if (speaker !== name) {
      closeLine();
      terminal.printPart(new StyledText('name', `${name}> `));
      speaker = name;
    }
    terminal.printPart(text);
  };
  return {
    start: ({ runId, threadId }) =>
      terminal.note(`Run ${runId}${threadId === null ? '' : ` on thread ${threadId}`}`),
    frame(frame) {
      const { mode, namespace, text } = readProtocolFrame(frame);
      switch (mode) {
        case 'updates':
          for (const { key, text: value } of memberTexts(text)) {
            line(namespace, key, truncate(compactJson(value), maxValueLength), 'name');
          }
          return;
        case 'messages': {
          const part = tokenIn(text);
          // Metadata names the node, or the namespace does.
          if (part !== null)
            token(part.node ?? namespaceLevels(namespace).at(-1)?.name ?? 'model', part.text);
          return;
        }
        case 'custom':
        case 'error':
          line(
            namespace,
            mode,
            truncate(compactJson(text), maxValueLength),
            mode === 'error' ? 'bad' : 'quiet',
          );
          return;
        default:
      }
    },
    end(runId, end, ended) {
      closeLine();
      const error = errorOfRun(end, ended);
      const text = ended === null ? statusText(end.outcome) : statusText(ended.status, ended.statusText);
      terminal.note([`Run ${runId}: `, text, error === null ? '' : `: ${error}`]);
      if (end.incomplete) terminal.note('Some events are missing.');
    },
  };
}

// The text of a model's token, and the node that it is from; `null` for other messages.
function tokenIn(payload: string): { readonly node: string | null; readonly text: string } | null {
  const parsed = parseJson(payload);
  if (!Array.isArray(parsed)) return null;
  const [message, metadata] = parsed as readonly unknown[];
  if (!isRecord(message) || !/^ai/i.test(String(message['type'] ?? ''))) return null;
  const node = isRecord(metadata) ? metadata['langgraph_node'] : null;
  return { node: typeof node === 'string' ? node : null, text: messageText(message['content']) };
}
