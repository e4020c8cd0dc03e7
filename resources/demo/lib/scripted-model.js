import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { takeTime } from './pace.js';

/**
 * A chat model without a key or network. `script` gets the messages and returns `{ text, toolCalls }`; the
 * model streams it word by word within `pace` milliseconds, and reports usage like a real one.
 */
export class ScriptedModel extends BaseChatModel {
  model = 'scripted-1';

  constructor({ script, pace }) {
    super({});
    this.script = script;
    this.pace = pace;
  }

  _llmType() {
    return 'scripted';
  }

  /** The prebuilt agent offers its tools to the model. The script knows them. */
  bindTools() {
    return this;
  }

  async *speak(messages, options, runManager) {
    const { text = '', toolCalls = [] } = this.script(messages);
    const words = text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
    const step = this.pace / (words.length + 1);
    const emit = async (message) => {
      const chunk = new ChatGenerationChunk({ text: String(message.content), message });
      await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
      return chunk;
    };
    for (const word of words) {
      await takeTime(step, options);
      yield await emit(new AIMessageChunk({ content: word }));
    }
    await takeTime(step, options);
    if (toolCalls.length > 0) yield await emit(callingChunk(toolCalls));
    yield await emit(lastChunk(messages, words.length + toolCalls.length * 18, toolCalls.length > 0));
  }

  async *_streamResponseChunks(messages, options, runManager) {
    yield* this.speak(messages, options, runManager);
  }

  async _generate(messages, options, runManager) {
    let whole;
    for await (const chunk of this.speak(messages, options, runManager)) {
      whole = whole ? whole.concat(chunk) : chunk;
    }
    return { generations: [whole] };
  }
}

function callingChunk(toolCalls) {
  const tool_call_chunks = toolCalls.map(({ id, name, args }, index) => ({
    type: 'tool_call_chunk',
    index,
    id,
    name,
    args: JSON.stringify(args),
  }));
  return new AIMessageChunk({ content: '', tool_call_chunks });
}

function lastChunk(messages, outputTokens, calling) {
  const inputTokens = messages.reduce((sum, message) => sum + Math.ceil(message.text.length / 4) + 4, 0);
  return new AIMessageChunk({
    content: '',
    usage_metadata: {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
    response_metadata: { model_name: 'scripted-1', finish_reason: calling ? 'tool_calls' : 'stop' },
  });
}
