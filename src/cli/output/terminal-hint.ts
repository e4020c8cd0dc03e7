const newestCheckpoints = 'List the checkpoints with history';
const savedWithCertificate = 'save the server with it in the studio, and name it here';

// What to do, where the sentence of a service is about the window: its buttons, lists and dialogs. Sentences that are
// as true at a terminal are not in here.
const hints: Readonly<Record<string, string>> = {
  'Enter the API key of this server.': 'Name the variable that holds its key with --key-env.',
  'Enter the key again.': 'Name the variable that holds the key with --key-env.',
  'Type it again.': 'Name the variable that holds the key with --key-env.',
  'Unlock the key store and check again, or enter it again.':
    'Name the variable that holds the key with --key-env.',
  'Unlock it and save again, or store the key until the studio closes.':
    'Name the variable that holds the key with --key-env.',
  'Store it until the studio closes, or save it without protection.':
    'Name the variable that holds the key with --key-env.',
  'It may be waiting for you to unlock it. The studio continues when it is unlocked.':
    'Name the variable that holds the key with --key-env.',
  'Enter the key there instead.': 'Name the variable that holds the key with --key-env.',
  'Remove it. Keys go in the API key field or a header.':
    'Remove it. Name the variable that holds a key with --key-env.',
  'Enter it, or remove it.': 'Give it a value, or leave it out.',
  'Enter the key for the new address.': 'Name the variable that holds the key with --key-env.',
  'For a local server, enter http://127.0.0.1:2024.': 'For a local server, write http://127.0.0.1:2024.',
  'It may have been deleted. Refresh the list. If everything is missing, check the address of the connection.':
    'It may have been deleted. If everything is missing, check the address of the server.',
  'Refresh and try again.': 'Try again.',
  'If you trust it, add this certificate to the connection.': `If you trust it, ${savedWithCertificate}.`,
  "Ask the server's administrator for the certificate of its authority, and add it to this connection.": `Ask the server's administrator for the certificate of its authority, ${savedWithCertificate}.`,
  'If the server uses plain HTTP, enter http:// instead of https://.':
    'If the server uses plain HTTP, write http:// instead of https://.',
  'Add them to the proxy address in the settings of this computer.':
    'Add them to the proxy address: HTTPS_PROXY=http://name:password@host:port.',
  'If you trust it, save it as the address of the connection.':
    'If you trust it, name it as the address of the server.',
  'It may have been deleted together with its run. Refresh the history.': `It may have been deleted together with its run. ${newestCheckpoints}.`,
  'Refresh the history to see the new checkpoint.': `${newestCheckpoints} to see the new one.`,
  'Check the latest checkpoint before you continue.': `${newestCheckpoints}, and check the newest one before you continue.`,
  'It may have been deleted. Select another thread, or create one.':
    'It may have been deleted. List the threads with threads list.',
  'Clone it to a server to continue from it.': 'Clone it to a server with threads clone to continue from it.',
  'Start it in Servers.': 'Start the studio (open), which starts it.',
  'Restart it.': 'Start the studio (open), which starts it.',
  'Open its file again.': 'Name its file.',
  'Choose one of its graphs.': 'Name one of its graphs with --graph.',
  'Choose the graph that the thread belongs to. Nothing was written.':
    'Name the graph that the thread belongs to with --graph. Nothing was written.',
  'Its threads and runs still work. Enter inputs as JSON.': 'Its threads and runs still work.',
  'See the state and history of the thread for its results.': 'Read its results with state get and history.',
  'Try again. If it happens again, check the request log.':
    'Try again. If it happens again, --verbose says more.',
  'This is a bug in the studio. See the log for details.':
    'This is a bug in the studio. --verbose says more.',
};

export function hintOnTerminal(hint: string | null): string | null {
  if (hint === null) return null;
  return Object.hasOwn(hints, hint) ? (hints[hint] ?? null) : hint;
}
