import { beforeEach, describe, expect, it } from 'vitest';
import { RunRequest } from '../../shared/model/run-request.ts';
import { draftKey, writeDraft } from '../storage/drafts.ts';
import { ignorePins } from '../shared-ui/run-stops.ts';
import { breakpointsText, plainBreakpoint } from '../shared-ui/stored-breakpoints.ts';
import { continuationRequest } from './use-start-run.ts';

const thread = { threadId: 't', assistantId: 'a', graphId: 'writer' };
const trigger = { kind: 'continue' } as const;

describe('a request that continues another thread', () => {
  beforeEach(() => {
    ignorePins(false);
    const pins = [{ nodeId: 'plan', outputText: '{}', source: null }];
    writeDraft(draftKey('graph-pins', 'c', 'writer'), JSON.stringify({ pins }));
    writeDraft(
      draftKey('graph-breakpoints', 'c', 'writer'),
      breakpointsText([plainBreakpoint('review', 'before')]),
    );
  });

  it('is one that the contract takes, with the pins and breakpoints of the graph', () => {
    const request = continuationRequest('c', thread, trigger);
    expect(RunRequest.safeParse(request).error).toBeUndefined();
    expect(request).toMatchObject({
      assistantId: 'a',
      options: { interruptBefore: ['review'] },
      breakpoints: [{ nodeId: 'review' }],
      pins: [{ nodeId: 'plan', outputText: '{}' }],
    });
  });

  it('has no pins while they are ignored, and nothing of another graph or an unknown one', () => {
    ignorePins(true);
    expect(continuationRequest('c', thread, trigger).pins).toBeUndefined();
    expect(continuationRequest('c', thread, trigger).breakpoints).toHaveLength(1);
    ignorePins(false);
    for (const graphId of ['other', null])
      expect(continuationRequest('c', { ...thread, graphId }, trigger)).toMatchObject({
        options: { interruptBefore: [] },
      });
    expect(continuationRequest('c', { ...thread, graphId: null }, trigger)).not.toHaveProperty('pins');
  });
});
