import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';

export interface FileRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

/** Files over HTTP as S3 serves them: ranges, uploads by PUT, and links that are signed for one method. */
export interface FileServer {
  readonly url: string;
  readonly files: Map<string, Buffer>;
  readonly requests: FileRequest[];
  /** A link to a file that is signed for this method. */
  presigned(path: string, method?: 'GET' | 'PUT'): string;
  stop(): Promise<void>;
}

const signature = (method: string): string => `0123456789abcdef${method.toLowerCase()}`;

/** `answer`: handles a request itself, and returns true. */
export async function startFileServer({
  tls,
  answer = () => false,
}: {
  readonly tls?: TlsOptions;
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
} = {}): Promise<FileServer> {
  const files = new Map<string, Buffer>();
  const requests: FileRequest[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers });
    if (answer(request, response)) return;
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const refuse = (status: number, code: string): void => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(
        `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Not this way.</Message><StringToSign>${url}</StringToSign></Error>`,
      );
    };
    if (searchParams.has('X-Amz-Signature') && searchParams.get('X-Amz-Signature') !== signature(method))
      return refuse(403, 'AccessDenied');
    if (method === 'PUT') {
      if (headers['content-length'] === undefined) return refuse(411, 'MissingContentLength');
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      files.set(pathname, Buffer.concat(parts));
      response.writeHead(200).end();
      return;
    }
    const file = files.get(pathname);
    if (file === undefined) return refuse(404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (from === undefined || to === undefined) {
      response.writeHead(200, { 'content-length': file.length }).end(file);
      return;
    }
    const part = file.subarray(Number(from), Number(to) + 1);
    response.writeHead(206, {
      'content-length': part.length,
      'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${file.length}`,
    });
    response.end(part);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    serve(request, response).catch(() => response.destroy());
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  return {
    url,
    files,
    requests,
    presigned: (path, method = 'GET') =>
      `${url}${path}?X-Amz-Credential=AKIDEXAMPLE%2F20261127&X-Amz-Signature=${signature(method)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
