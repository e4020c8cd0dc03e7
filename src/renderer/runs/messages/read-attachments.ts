import { sizeText } from '../../ui/display/format.ts';
import { maxAttachmentBytes, maxMessageBytes, type Attachment } from './chat-message.ts';

export interface ReadFiles {
  readonly attachments: readonly Attachment[];
  // Why some files were left out; `null` if none were.
  readonly problem: string | null;
}

// Reads picked, dropped or pasted files. Those that are too large beside the present ones are left out and named.
export async function readAttachments(
  present: readonly Attachment[],
  files: readonly File[],
): Promise<ReadFiles> {
  const attachments: Attachment[] = [];
  const rejectedNames: string[] = [];
  let sum = present.reduce((all, { bytes }) => all + bytes, 0);
  for (const file of files) {
    if (file.size > maxAttachmentBytes || sum + file.size > maxMessageBytes) {
      rejectedNames.push(`${file.name} (${sizeText(file.size)})`);
      continue;
    }
    sum += file.size;
    attachments.push({
      name: file.name,
      mimeType: mimeTypeOf(file),
      data: await base64Of(file),
      bytes: file.size,
    });
  }
  const problem =
    rejectedNames.length === 0
      ? null
      : `Too large: ${rejectedNames.join(', ')}. The limit is ${sizeText(maxAttachmentBytes)} per file and ${sizeText(maxMessageBytes)} in total.`;
  return { attachments, problem };
}

// Types that systems don't know, or know by another name, by the ending of the file.
const typesByEnding: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  md: 'text/markdown',
  txt: 'text/plain',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  pdf: 'application/pdf',
};

// Windows with a spreadsheet program calls a CSV file one of its own.
const misnamed: ReadonlySet<string> = new Set(['', 'application/vnd.ms-excel']);

function mimeTypeOf({ name, type }: File): string {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const typeOfEnding = Object.hasOwn(typesByEnding, ending) ? typesByEnding[ending] : undefined;
  if (misnamed.has(type) && typeOfEnding !== undefined) return typeOfEnding;
  return type === '' ? 'application/octet-stream' : type;
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve(url.slice(url.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Could not read the file.')));
    reader.readAsDataURL(file);
  });
}
