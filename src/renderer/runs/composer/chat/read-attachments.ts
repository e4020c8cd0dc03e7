import { sizeText } from '../../../ui/display/format.ts';
import { maxAttachmentBytes, maxMessageBytes, type Attachment } from './chat-message.ts';

export interface ReadFiles {
  readonly attachments: readonly Attachment[];
  /** Why some files were left out; `null` if none were. */
  readonly problem: string | null;
}

/** Appends picked, dropped or pasted files. Files that are too large are left out and named. */
export async function readAttachments(
  present: readonly Attachment[],
  files: readonly File[],
): Promise<ReadFiles> {
  const attachments = [...present];
  const left: string[] = [];
  let sum = present.reduce((all, { bytes }) => all + bytes, 0);
  for (const file of files) {
    if (file.size > maxAttachmentBytes || sum + file.size > maxMessageBytes) {
      left.push(`${file.name} (${sizeText(file.size)})`);
      continue;
    }
    sum += file.size;
    attachments.push({
      name: file.name,
      mimeType: file.type === '' ? 'application/octet-stream' : file.type,
      data: await base64Of(file),
      bytes: file.size,
    });
  }
  const problem =
    left.length === 0
      ? null
      : `Too large: ${left.join(', ')}. The limit is ${sizeText(maxAttachmentBytes)} per file and ${sizeText(maxMessageBytes)} in total.`;
  return { attachments, problem };
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
