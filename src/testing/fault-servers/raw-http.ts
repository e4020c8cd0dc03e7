import { connect } from 'node:net';

/** A response as received. */
export interface RawResponse {
  /** 0 if the connection ended without a response. */
  readonly status: number;
  /** Names in lower case. Duplicate headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends exactly these bytes to a server on this machine and reads until the connection ends. Node's and
 * browsers' clients would repair what a test wants to send broken.
 */
export function sendRaw(port: number, text: string, host = '127.0.0.1'): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host, port }, () => socket.write(text));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // A server may close with unread bytes; what it sent before counts.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(parseAnswer(Buffer.concat(chunks)));
      else reject(error);
    });
    socket.once('end', () => socket.end());
    socket.once('close', () => resolve(parseAnswer(Buffer.concat(chunks))));
  });
}

/** Builds a request and sends it. Adds `Connection: close`, so that the response ends. */
export function sendRequest(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Promise<RawResponse> {
  const all = { host: `127.0.0.1:${port}`, connection: 'close', ...headers };
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return sendRaw(port, `${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
}

function parseAnswer(bytes: Buffer): RawResponse {
  const text = bytes.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end === -1 ? 0 : end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name] ?? ''}, ${value}` : value;
  }
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: end === -1 ? '' : text.slice(end + 4) };
}
