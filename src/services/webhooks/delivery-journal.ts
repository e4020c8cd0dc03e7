import { join } from 'node:path';
import { z } from 'zod';
import { errorCodeOf, realFileSystem, writeAtomic, type FileSystem } from '../storage/atomic-write.ts';
import { StoredDelivery } from './stored-delivery.ts';
import { parseJson } from '../../shared/parse-json.ts';

// Deliveries on disk, one line per change, readable by their owner only. A line is a delivery, which
// replaces an earlier one of its id, or an id that is removed. A line that can't be read is skipped, so that a
// crash in the middle of one costs that one. Rewritten without what is no longer stored once it is twice as
// long as needed.
export interface DeliveryJournal {
  // Deliveries of earlier sessions, in the order in which they arrived. Once, before anything is written.
  load(): Promise<readonly StoredDelivery[]>;
  // Writes a changed or removed delivery, together with others that change soon.
  changed(id: string): void;
  // Writes everything now and leaves no trace of removed deliveries.
  rewrite(): Promise<void>;
  // Writes what is pending; resolves when it is on disk or can't be written.
  flush(): Promise<void>;
}

interface DeliveryJournalOptions {
  readonly folder: string;
  readonly get: (id: string) => StoredDelivery | null;
  readonly all: () => readonly StoredDelivery[];
  readonly warn: (message: string) => void;
  readonly fs?: FileSystem;
  readonly delayMs?: number;
}

const fileName = 'webhook-deliveries.jsonl';
const header = { format: 'remote-graph-studio/webhook-deliveries', version: 1 };
const Header = z.strictObject({ format: z.literal(header.format), version: z.int().positive() });
const Line = z.union([z.strictObject({ put: StoredDelivery }), z.strictObject({ drop: z.string() })]);
// Not worth a rewrite below, in bytes.
const smallBytes = 1_000_000;

export function createDeliveryJournal(options: DeliveryJournalOptions): DeliveryJournal {
  const { folder, get, all, warn, fs = realFileSystem, delayMs = 500 } = options;
  const path = join(folder, fileName);
  const pending = new Set<string>();
  // Bytes in the file, and after the last rewrite.
  let bytes = 0;
  let baseBytes = 0;
  let readOnly = false;
  // A failed write may have left half a line, or a removed delivery.
  let isBroken = true;
  let hasWarned = false;
  let timer: NodeJS.Timeout | null = null;
  let queue: Promise<void> = Promise.resolve();

  const writeAll = async (): Promise<void> => {
    const lines = all()
      .toReversed()
      .map((entry) => JSON.stringify({ put: entry }));
    const text = `${[JSON.stringify(header), ...lines].join('\n')}\n`;
    await writeAtomic(fs, path, text);
    baseBytes = Buffer.byteLength(text);
    bytes = baseBytes;
    isBroken = false;
  };

  const append = async (ids: readonly string[]): Promise<void> => {
    const lines = ids.map((id) => {
      const entry = get(id);
      return `${JSON.stringify(entry === null ? { drop: id } : { put: entry })}\n`;
    });
    const text = lines.join('');
    isBroken = true;
    const file = await fs.open(path, 'a', 0o600);
    try {
      await file.writeFile(text, 'utf8');
    } finally {
      await file.close();
    }
    isBroken = false;
    bytes += Buffer.byteLength(text);
  };

  const write = async (isWhole: boolean): Promise<void> => {
    const ids = [...pending];
    if (readOnly || (ids.length === 0 && !isWhole)) return;
    pending.clear();
    try {
      if (isWhole || isBroken || bytes > Math.max(smallBytes, 2 * baseBytes)) await writeAll();
      else await append(ids);
      hasWarned = false;
    } catch (error) {
      for (const id of ids) pending.add(id);
      if (!hasWarned) warn(`Webhook deliveries were not saved: ${errorCodeOf(error) ?? String(error)}.`);
      hasWarned = true;
    }
  };

  const inTurn = (isWhole: boolean): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    queue = queue.then(() => write(isWhole));
    return queue;
  };

  return {
    async load() {
      const text = await readText(fs, path);
      if (typeof text !== 'string') {
        // It may be intact, and must not be replaced.
        readOnly = text.code !== 'ENOENT';
        if (readOnly) warn(`${path} could not be read (${text.code}) and is left alone.`);
        return [];
      }
      const [first = '', ...lines] = text.split('\n');
      const parsedHeader = Header.safeParse(parseJson(first)).data;
      if (parsedHeader && parsedHeader.version > header.version) {
        readOnly = true;
        warn(`${path} was written by a newer studio and is left alone.`);
        return [];
      }
      const entries = new Map<string, StoredDelivery>();
      let skipped = parsedHeader ? 0 : 1;
      for (const [number, line] of lines.entries()) {
        // Thousands of lines must not block what else starts.
        if (number % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
        if (line === '') continue;
        const read = Line.safeParse(parseJson(line)).data;
        if (!read) skipped += 1;
        else if ('drop' in read) entries.delete(read.drop);
        else entries.set(read.put.delivery.id, read.put);
      }
      if (skipped > 0) warn(`${skipped} lines of ${path} could not be read and were skipped.`);
      // The next write is a whole one: it also repairs what was skipped.
      return [...entries.values()].toSorted((a, b) => a.delivery.seq - b.delivery.seq);
    },
    changed(id) {
      pending.add(id);
      if (timer) return;
      timer = setTimeout(() => {
        // What can't be written has been reported.
        inTurn(false).catch(() => undefined);
      }, delayMs);
      timer.unref();
    },
    rewrite: () => inTurn(true),
    flush: () => inTurn(false),
  };
}

async function readText(fs: FileSystem, path: string): Promise<string | { readonly code: string }> {
  try {
    return await fs.readFile(path, 'utf8');
  } catch (error) {
    return { code: errorCodeOf(error) ?? 'unknown error' };
  }
}
