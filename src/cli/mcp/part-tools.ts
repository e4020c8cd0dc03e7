import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { answer, maxAnswerLength, type McpContext } from './mcp-context.ts';
import { findInAnswer, readPart } from './read-part.ts';
import { reads } from './tool-arguments.ts';
import { toolInput } from './tool-input.ts';

// What a part has around its value: pointer, size and offsets.
const maxPartFrame = 3_000;

/** Registers the MCP tools that read the parts of answers that were too long. */
export function registerPartTools(mcp: McpServer, context: McpContext): void {
  const keptInput = z.string().describe('Name of the answer, as its note says: "a1".');
  mcp.registerTool(
    'read_part',
    {
      description:
        'Reads a part of an answer that was given as an outline or cut off: a value by its JSON pointer, and of a long text, list or object the part from an offset on.',
      inputSchema: toolInput({
        answer: keptInput,
        pointer: z
          .string()
          .max(2_000)
          .optional()
          .describe(
            'JSON pointer, as $part and $more have it: /values/messages/3. The whole answer by default.',
          ),
        offset: z
          .int()
          .optional()
          .describe(
            'The first character of a text, item of a list or member of an object, from 0; -5: the last five. next_offset of the previous part goes on.',
          ),
      }),
      annotations: reads,
    },
    ({ answer: name, pointer, offset }) =>
      answer(context, async () => {
        const position = { pointer: pointer ?? '', offset: offset ?? null };
        return readPart(context.kept.open(name), position, maxAnswerLength - maxPartFrame);
      }),
  );

  mcp.registerTool(
    'find_part',
    {
      description:
        'Finds where a text is in an answer that was given as an outline: in keys and values, in upper or lower case. Gives JSON pointers for read_part.',
      inputSchema: toolInput({
        answer: keptInput,
        text: z.string().min(1).max(200).describe('The text to look for.'),
        offset: z.int().min(0).optional().describe('next_offset of the previous matches.'),
      }),
      annotations: reads,
    },
    ({ answer: name, text, offset }) =>
      answer(context, async () => findInAnswer(context.kept.open(name), text, offset ?? 0)),
  );
}
