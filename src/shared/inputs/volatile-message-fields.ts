/** Members of messages that differ each time. */
export const volatileMessageFields = [
  'id',
  'response_metadata',
  'usage_metadata',
  'additional_kwargs',
  'tool_call_id',
] as const;
