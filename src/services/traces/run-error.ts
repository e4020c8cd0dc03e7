import {
  ATTR_ERROR_TYPE,
  ATTR_EXCEPTION_MESSAGE,
  ATTR_EXCEPTION_TYPE,
  ERROR_TYPE_VALUE_OTHER,
  EVENT_EXCEPTION,
} from '@opentelemetry/semantic-conventions';
import type { SpanAttributes, SpanEvent } from './trace-span.ts';

interface ParsedError {
  readonly type: string;
  readonly message: string;
}

/** An error as its server writes it (`Name: message`): the name of its class, `_OTHER` if it has none, and the rest. */
function parsedError(text: string): ParsedError {
  const [start, type] =
    /^([A-Z]\w{0,80}(?:Error|Exception|Interrupt|Exit|Warning))(?::\s*|(?=\()|$)/.exec(text) ?? [];
  if (start === undefined || type === undefined) return { type: ERROR_TYPE_VALUE_OTHER, message: text };
  return { type, message: text.slice(start.length) };
}

export function errorAttributes(text: string): SpanAttributes {
  return { [ATTR_ERROR_TYPE]: parsedError(text).type };
}

export function exceptionEvent(text: string, ms: number): SpanEvent {
  const { type, message } = parsedError(text);
  return {
    name: EVENT_EXCEPTION,
    ms,
    attributes: { [ATTR_EXCEPTION_TYPE]: type, [ATTR_EXCEPTION_MESSAGE]: message },
  };
}
