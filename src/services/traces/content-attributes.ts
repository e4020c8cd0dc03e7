import {
  INPUT_MIME_TYPE,
  INPUT_VALUE,
  MimeType,
  OUTPUT_MIME_TYPE,
  OUTPUT_VALUE,
} from '@arizeai/openinference-semantic-conventions';
import { studioAttributes } from './attribute-names.ts';
import type { BoundedText, SpanContent } from './run-content.ts';
import { definedAttributes, type SpanAttributes } from './trace-span.ts';

export function contentAttributes(content: SpanContent | undefined): SpanAttributes {
  if (content === undefined) return {};
  const { input, output } = content;
  const cut = [input?.isCut === true ? 'input' : [], output?.isCut === true ? 'output' : []].flat();
  return definedAttributes({
    [INPUT_VALUE]: input?.text ?? null,
    [INPUT_MIME_TYPE]: mimeType(input),
    [OUTPUT_VALUE]: output?.text ?? null,
    [OUTPUT_MIME_TYPE]: mimeType(output),
    [studioAttributes.contentCut]: cut,
  });
}

// What is cut off is no JSON any more.
function mimeType(value: BoundedText | null): string | null {
  if (value === null) return null;
  return value.isCut ? MimeType.TEXT : MimeType.JSON;
}
