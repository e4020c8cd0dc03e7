import type { CodeVersion } from '../../shared/model/comparison.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';

// Members of metadata that name the code that ran: those of hosted servers and of tracing, and what teams add themselves.
const members = [
  'LANGSMITH_HOST_REVISION_ID',
  'LANGCHAIN_REVISION_ID',
  'LANGSMITH_AGENT_VERSION',
  'revision_id',
  'git_sha',
  'git_commit',
  'commit_sha',
  'commit',
];

// The first of several records of metadata that shows which code ran; `null` if none does.
export function codeVersionOf(
  ...records: readonly (Readonly<Record<string, unknown>> | undefined)[]
): CodeVersion | null {
  for (const metadata of records) {
    for (const member of members) {
      const value = nonEmptyStringOrNull(metadata?.[member]);
      if (value !== null) return { member, value };
    }
  }
  return null;
}
