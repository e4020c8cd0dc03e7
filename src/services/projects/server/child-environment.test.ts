import { expect, it } from 'vitest';
import { childEnvironment } from './child-environment.ts';

it('a child gets the listed variables only, whatever the case of their names', () => {
  const variables = {
    Path: '/bin',
    TZ: 'Asia/Tokyo',
    LANGSMITH_API_KEY: 'a',
    LANGCHAIN_TRACING_V2: 'b',
    LANGGRAPH_API_KEY: 'c',
    NODE_OPTIONS: 'd',
    ELECTRON_RUN_AS_NODE: '1',
    HTTP_PROXY: 'e',
    GONE: undefined,
  };
  expect(childEnvironment(variables)).toEqual({
    Path: '/bin',
    TZ: 'Asia/Tokyo',
    LOG_JSON: 'true',
    LOG_LEVEL: 'info',
    NO_COLOR: '1',
    LANGGRAPH_CLI_NO_ANALYTICS: '1',
  });
});
