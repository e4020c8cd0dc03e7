/** What a client can't know: the server itself says it, and nothing else that it says contradicts it. */
interface AcceptedFinding {
  readonly mutation: RegExp;
  readonly finding: RegExp;
  readonly why: string;
}

const accepted: readonly AcceptedFinding[] = [
  {
    mutation: /./,
    finding: /\bname: .* instead of /,
    why: 'A thread without a name of its own is called by its first message or text.',
  },
  {
    mutation: /^event namespaces (removed|as of an unknown subgraph)$/,
    finding: /^(UNTRUE|UNNAMED) run until it asks: (missing )?(rows|nodes)/,
    why: 'The events say that the nodes of the subgraph are in the root graph, or in another subgraph.',
  },
  {
    mutation: /^stream_subgraphs of runs ignored$|^run member stream_subgraphs refused$/,
    finding: /^UNNAMED run until it asks: missing (rows|nodes): "?write:/,
    why: 'A subgraph without events looks as a node does. The history has its steps.',
  },
  {
    mutation: /^event error (as a text|with unreadable data)$/,
    finding: /^UNTRUE run that fails: error: /,
    why: 'The text of the error is what the server sent.',
  },
  {
    mutation: /^(list of assistants|list of threads|history) reversed$/,
    finding:
      /^(UNTRUE|UNNAMED|LOSS) (list the assistants|list of waiting threads|history|execution trace|phase|state|edit)/,
    why: 'Servers order these lists themselves, and pages of a reversed one begin at another end.',
  },
  {
    mutation: /^route assistant search: /,
    finding: /^UNNAMED list the assistants: missing /,
    why: 'The list of assistants says that it has the graphs of the newest threads, because the server lists none.',
  },
  {
    mutation: /^assistant\.metadata/,
    finding: /bySystem: false instead of true/,
    why: 'Only the metadata say that the server made an assistant by itself.',
  },
  {
    mutation: /^thread\.thread_id/,
    finding: /^(UNTRUE create the thread: says that it failed|UNNAMED list of waiting threads: missing mine)/,
    why: 'Not mended: an answer without the ID of a thread is taken for one of another program, also where the ID was ours.',
  },
  {
    mutation: /^task\.id/,
    finding: /^(UNTRUE|UNNAMED) (state|inbox|edit)/,
    why: 'Tasks and questions without an ID are shown without one; what is asked is right.',
  },
  {
    mutation: /^task\.(interrupts|checkpoint)/,
    finding: /^(UNTRUE|UNNAMED) execution trace/,
    why: 'Not mended: a task that does not say that it asked, or ran a subgraph, looks like one that did not.',
  },
  {
    mutation: /^state\.parent_checkpoint/,
    finding: /changedKeys/,
    why: 'Not mended: an edit and a fork without a named parent are compared with nothing.',
  },
  {
    mutation: /^limit of the history ignored$/,
    finding: /changedKeys: \[\] instead of null/,
    why: 'A longer page has the parent that the shorter one lacks, so more is known.',
  },
  {
    mutation: /./,
    finding: /^LOSS read the cancelled run: /,
    why: 'A run that is cancelled at once may have no events of tasks on the Python server, also without a proxy. The run says so.',
  },
  {
    mutation: /^an (unknown event|event without data) before each$/,
    finding: /^LOSS .*: the run says that events are missing$/,
    why: 'A connection that is opened again begins with an event without an ID: whether it is new cannot be determined, and the run says so.',
  },
  {
    mutation: /^limit of the history ignored$/,
    finding: /^(UNTRUE|UNNAMED) (history|execution trace)/,
    why: 'Without a limit the Python server sends one state, and a page that is shorter than asked for is the last one.',
  },
  {
    mutation: /^state\.tasks (removed|of another type)$/,
    finding: /^UNTRUE (state|inbox) waiting: interrupts: /,
    why: 'The question is that of the state itself, which does not name its task. What is asked is right.',
  },
  {
    mutation: /^task\.result (removed|renamed)$/,
    finding: /\.status: waiting instead of finished$/,
    why: 'Not mended: in the history, an answered task without a result looks like one that waits.',
  },
  {
    mutation: /^cron\.cron_id /,
    finding: /^UNTRUE create a cron: says that it failed/,
    why: 'Not mended: crons without an ID can be neither shown nor found again.',
  },
  {
    mutation: /^cron\.payload (removed|renamed)$/,
    finding: /^UNTRUE list the crons: .*(cronId|createdAt|updatedAt): /,
    why: 'Without its input, the cron of this job cannot be distinguished from those of others in the list that is compared.',
  },
  {
    mutation: /^route cron delete: an empty 204$/,
    finding: /^UNTRUE delete the cron: says that it was done, and it was not$/,
    why: 'Not mended: an empty 204 is what a server answers that has deleted the cron.',
  },
  {
    mutation: /^subgraphs of the state ignored$/,
    finding: /^UNTRUE edit the state: tasks.*subgraph/,
    why: 'A reference to the state of a subgraph in place of the state itself.',
  },
];

/** Whether a finding, by its text, is no fault of the studio. */
export function isAccepted(mutation: string, text: string): boolean {
  return accepted.some((each) => each.mutation.test(mutation) && each.finding.test(text));
}
