import { elementTexts } from 'exact-json';
import { useUnavailable } from '../rpc/server-features.ts';
import { draftKey, useDraft } from '../storage/drafts.ts';
import { jsonErrorText, parseString } from './json-format.ts';

/** What is sent with the answers: goto and update. Stored like every draft. */
export interface CommandFieldsDraft {
  readonly goto: readonly string[];
  readonly setGoto: (nodes: readonly string[]) => void;
  readonly updateText: string;
  readonly setUpdateText: (text: string) => void;
  readonly isEmpty: boolean;
  readonly problem: string | null;
  /** Why nothing can be sent, whatever is in the fields but an update: the server or the user's role. */
  readonly refused: string | null;
  /** Why what is in the fields can't be sent. */
  readonly blocked: string | null;
  readonly value: { readonly goto: readonly string[]; readonly updateText: string | null };
  readonly clear: () => void;
}

export function useCommandFields(connectionId: string, threadId: string): CommandFieldsDraft {
  const [gotoText, keepGoto] = useDraft(draftKey('resume-goto', connectionId, threadId));
  const [updateDraft, setUpdate] = useDraft(draftKey('resume-update', connectionId, threadId));
  const goto = elementTexts(gotoText ?? '[]').flatMap((text) => parseString(text) ?? []);
  const updateText = updateDraft ?? '';
  const hasUpdate = updateText.trim() !== '';
  const value = { goto, updateText: hasUpdate ? updateText : null };
  const refused = useUnavailable(connectionId, 'runs.start', {
    trigger: { kind: 'resume', answers: [], ...value },
  });
  const problem = hasUpdate ? updateProblem(updateText) : null;
  return {
    goto,
    setGoto: (nodes) => keepGoto(nodes.length === 0 ? null : JSON.stringify(nodes)),
    updateText,
    setUpdateText: (text) => setUpdate(text === '' ? null : text),
    isEmpty: goto.length === 0 && !hasUpdate,
    problem,
    refused,
    blocked: refused ?? problem,
    value,
    clear: () => {
      keepGoto(null);
      setUpdate(null);
    },
  };
}

// Servers accept an object, or a list of pairs.
function updateProblem(text: string): string | null {
  const problem = jsonErrorText(text);
  if (problem !== null) return `The state update: ${problem}.`;
  return /^\s*[{[]/.test(text) ? null : 'The state update must be an object of keys and values.';
}
