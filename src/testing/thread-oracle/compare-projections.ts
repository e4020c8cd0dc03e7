import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import { nodeStatuses, type CanvasTarget } from '../../shared/thread-record/node-statuses.ts';
import { checkpointFacts } from '../../shared/thread-record/history.ts';
import { executionsOfNode } from '../../shared/thread-record/node.ts';
import { isLeftOver, type OracleReading } from './oracle.ts';
import type { RawAnswers, RawCheckpoint } from './read-answers.ts';

const startTask = '__start__';
const idOf = ({ checkpoint }: RawCheckpoint): string => checkpoint.checkpoint_id;
const namesOf = ({ tasks }: RawCheckpoint): string[] =>
  tasks.map(({ name }) => name).filter((name) => name !== startTask);

/** What the projections of a record say of the root graph's checkpoints, and the server's answers deny; in words. */
export function faultsOfProjections(
  record: ThreadRecord,
  answers: RawAnswers,
  reading: OracleReading,
): string[] {
  const root = answers.checkpoints.get('') ?? [];
  return [
    ...[...answers.checkpoints].flatMap(([namespace]) => faultsOfHistory(record, answers, namespace)),
    ...root.flatMap((row) => [
      ...faultsOfCanvas(record, answers, row, reading, { kind: 'checkpoint', checkpointId: idOf(row) }),
      ...faultsOfNodes(record, answers, row),
    ]),
    ...root
      .filter((row) => idOf(row) === reading.headId)
      .flatMap((row) => faultsOfCanvas(record, answers, row, reading, { kind: 'head' })),
  ];
}

function rowsOf({ checkpoints }: RawAnswers, namespace: string): readonly RawCheckpoint[] {
  return checkpoints.get(namespace) ?? [];
}

function parentOf(rows: readonly RawCheckpoint[], row: RawCheckpoint): RawCheckpoint | undefined {
  return rows.find((other) => idOf(other) === row.parent_checkpoint?.checkpoint_id);
}

/** A checkpoint and those that led to it, newest first. */
function wayTo(rows: readonly RawCheckpoint[], row: RawCheckpoint): RawCheckpoint[] {
  const way = [row];
  for (let parent = parentOf(rows, row); parent !== undefined; parent = parentOf(rows, parent))
    way.push(parent);
  return way;
}

function descendantsOf(rows: readonly RawCheckpoint[], row: RawCheckpoint): RawCheckpoint[] {
  return rows.filter((other) => other !== row && wayTo(rows, other).includes(row));
}

/** The nodes that wrote a checkpoint: the tasks of its parent, if a run made it. */
function writersOf(answers: RawAnswers, namespace: string, row: RawCheckpoint): string[] {
  const rows = rowsOf(answers, namespace);
  const parent = row.metadata.source === 'loop' ? parentOf(rows, row) : undefined;
  if (parent === undefined) return [];
  const leftOver = new Set(
    parent.tasks.flatMap((task) => (isLeftOver(answers, parent, task) ? task.name : [])),
  );
  return namesOf(parent).filter((name) => !leftOver.has(name));
}

function faultsOfHistory(record: ThreadRecord, answers: RawAnswers, namespace: string): string[] {
  const rows = rowsOf(answers, namespace);
  return rows.flatMap((row) => {
    const story = checkpointFacts(record, idOf(row), namespace);
    const actual = [...(story?.writers ?? ['nothing known'])].toSorted().join();
    const expected = [...new Set(writersOf(answers, namespace, row))].toSorted().join();
    return actual === expected
      ? []
      : [`history of ${namespace} ${idOf(row)}: written by ${actual}, not ${expected}`];
  });
}

function faultsOfCanvas(
  record: ThreadRecord,
  answers: RawAnswers,
  row: RawCheckpoint,
  reading: OracleReading,
  target: CanvasTarget,
): string[] {
  const root = rowsOf(answers, '');
  const what = `canvas at ${target.kind} ${idOf(row)}`;
  const nodes = nodeStatuses(record, target);
  if (nodes === null) return [`${what} is empty`];
  const way = wayTo(root, row);
  const inputIndex = way.findIndex(({ metadata }) => metadata.source === 'input');
  const turn = inputIndex < 0 ? way : way.slice(0, inputIndex + 1);
  const finished = turn
    .slice(0, turn.length - (inputIndex < 0 ? 0 : 1))
    .flatMap((one) => writersOf(answers, '', one));
  const open = namesOf(row);
  const after = target.kind === 'head' ? [] : [row, ...descendantsOf(root, row)].flatMap(namesOf);
  const faults: string[] = [];
  for (const [nodeId, { status, visits }] of nodes) {
    if (nodeId.includes(':')) continue;
    const count = finished.filter((name) => name === nodeId).length;
    const openCount = open.filter((name) => name === nodeId).length;
    if (count + openCount === 0 && !after.includes(nodeId))
      faults.push(`${what}: ${nodeId} is ${status} from elsewhere`);
    if (status === 'later' && count > 0) faults.push(`${what}: ${nodeId} is later, and has run`);
    if (status === 'later' && !after.includes(nodeId))
      faults.push(`${what}: ${nodeId} is later, and never ran`);
    if (visits < count || visits > count + openCount)
      faults.push(`${what}: ${nodeId} has ${visits} visits, not ${count} to ${count + openCount}`);
    if (count > 0 && openCount === 0 && status !== 'finished' && status !== 'failed')
      faults.push(`${what}: ${nodeId} is ${status}, and has finished`);
  }
  for (const name of [...finished, ...open]) {
    if (!nodes.has(name)) faults.push(`${what}: ${name} is missing`);
  }
  if (target.kind !== 'head') return faults;
  for (const { name, namespace, before, isWaiting } of reading.tasks) {
    if (namespace !== '' || before !== idOf(row) || isWaiting !== true) continue;
    const status = nodes.get(name)?.status;
    if (status !== 'interrupted' && status !== 'failed' && status !== 'running')
      faults.push(`${what}: ${name} waits, and is ${status}`);
  }
  return faults;
}

function faultsOfNodes(record: ThreadRecord, answers: RawAnswers, row: RawCheckpoint): string[] {
  const root = rowsOf(answers, '');
  const way = wayTo(root, row);
  const onBranch = [
    ...way.flatMap((one) => {
      const parent = one.metadata.source === 'loop' ? parentOf(root, one) : undefined;
      return (parent?.tasks ?? []).filter(
        (task) => parent === undefined || !isLeftOver(answers, parent, task),
      );
    }),
    ...row.tasks,
  ];
  const names = new Set(root.flatMap(namesOf));
  return [...names].flatMap((name) => {
    const actual = executionsOfNode(record, name, idOf(row))
      .filter(({ isOnBranch }) => isOnBranch)
      .map(({ execution }) => execution.taskId);
    const expected = onBranch.filter((task) => task.name === name).map(({ id }) => id);
    const isEqual = [...new Set(actual)].toSorted().join() === [...new Set(expected)].toSorted().join();
    return isEqual ? [] : [`node ${name} at ${idOf(row)}: ran in ${actual.join()}, not ${expected.join()}`];
  });
}
