import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { sendEndlessBody } from '../../testing/fault-servers/endless-body.ts';
import { createRemoteImages, sniffImageType } from './remote-images.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const load = (address: string, isOpenToNetwork = false, proxy: string | null = null, limitMs?: number) =>
  createRemoteImages({
    platform: { proxyFor: async () => proxy, isOpenToNetwork },
    ...(limitMs === undefined ? {} : { limitMs }),
  }).calls['images.load']({ address }, new AbortController().signal);

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('an external image', () => {
  it('is requested without credentials, also after redirects, and typed by its bytes', async () => {
    const requestHeaders: IncomingHttpHeaders[] = [];
    const address = await serving(({ url, headers }, response) => {
      requestHeaders.push(headers);
      if (url === '/moved')
        return void response.writeHead(302, { location: '/it', 'set-cookie': 'a=b' }).end();
      response.writeHead(200, { 'content-type': 'text/html' }).end(png);
    });
    expect(await load(`${address}/moved`)).toEqual({ type: 'image/png', base64: png.toString('base64') });
    expect(requestHeaders).toHaveLength(2);
    for (const headers of requestHeaders) {
      expect(Object.keys(headers)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/cookie|key|auth|referer/)]),
      );
    }
  });

  it('is not requested from the network of a studio that others can reach', async () => {
    const requests: (string | undefined)[] = [];
    const address = await serving(({ url }, response) => {
      requests.push(url);
      response.end(png);
    });
    const { port } = new URL(address);
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '[::1]'])
      await expect(load(`http://${host}:${port}/a.png`, true)).rejects.toMatchObject({ code: 'forbidden' });
    // A name that means this machine.
    await expect(load(`http://${hostname()}:${port}/a.png`, true)).rejects.toMatchObject({
      code: 'unreachable',
    });
    expect(requests).toEqual([]);
    await load(`${address}/a.png`);
    // The proxy is there, too, and was named by who runs the studio.
    await load('http://images.example.com/b.png', true, `http://localhost:${port}`);
    expect(requests).toEqual(['/a.png', 'http://images.example.com/b.png']);
  });

  it('is not requested from a host that its own redirects to, and says which one', async () => {
    const requests: (string | undefined)[] = [];
    const other = await serving(({ url }, response) => {
      requests.push(url);
      response.end(png);
    });
    const targets = [
      `${other}/pixel.png`,
      `//${new URL(other).host}/pixel.png`,
      'http://localhost:1/pixel.png',
    ];
    const address = await serving(({ url }, response) => {
      const target = targets[Number(url?.slice(1))];
      response.writeHead(302, { location: target ?? '' }).end();
    });
    for (const [index, target] of targets.entries()) {
      const { host } = new URL(target, other);
      await expect(load(`${address}/${index}`)).rejects.toMatchObject({
        code: 'unsupported',
        message: `${new URL(address).host} redirects to ${host}, which was not contacted.`,
      });
    }
    expect(requests).toEqual([]);
  });

  it('is not requested from what is no address', async () => {
    const address = await serving((_, response) => response.writeHead(302, { location: 'http://[' }).end());
    await expect(load(address)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it.each([
    [
      'an SVG is none, whatever its server says',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      /not send an image/,
    ],
    ['a page is none', '<!doctype html>', /not send an image/],
    ['nothing is none', '', /not send an image/],
  ])('%s', async (_, body, message) => {
    const address = await serving((__, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(body),
    );
    await expect(load(address)).rejects.toThrow(message);
  });

  it('is unreachable when its server stops in the middle of it or is too slow, and no bug of the studio', async () => {
    const address = await serving(({ url }, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write(png, () => {
        if (url === '/cut') response.destroy();
      });
    });
    const { host } = new URL(address);
    await expect(load(`${address}/cut`)).rejects.toMatchObject({
      code: 'unreachable',
      message: `${host} stopped sending the image.`,
    });
    await expect(load(`${address}/slow`, false, null, 100)).rejects.toMatchObject({
      code: 'unreachable',
      message: `${host} took longer than 0.1 s.`,
    });
  });

  it('is limited in size, redirects and address', async () => {
    const endless = await serving(({ url }, response) => {
      if (url === '/again') return void response.writeHead(302, { location: '/again' }).end();
      response.writeHead(200);
      void sendEndlessBody(response, Buffer.alloc(1_000_000));
    });
    await expect(load(endless)).rejects.toThrow('larger than 8 MB');
    await expect(load(`${endless}/again`)).rejects.toThrow('redirects too often');
    for (const address of [
      'file:///etc/passwd',
      'data:image/png;base64,AA',
      'http://user:word@127.0.0.1/',
      'x',
    ]) {
      await expect(load(address)).rejects.toMatchObject({ code: 'invalid-input' });
    }
    await expect(load('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'unreachable' });
  });
});

it('recognizes images by their first bytes', () => {
  expect(sniffImageType(Buffer.from('GIF89a'))).toBe('image/gif');
  expect(sniffImageType(Buffer.from('RIFF....WEBPVP8 '))).toBe('image/webp');
  expect(sniffImageType(Buffer.from('....ftypavif'))).toBe('image/avif');
  expect(sniffImageType(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg');
});
