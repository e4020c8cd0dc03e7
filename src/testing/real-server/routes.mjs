// Custom routes next to those of the graph server: a webhook receiver that returns what it got.
import { Hono } from 'hono';

const received = [];

export const app = new Hono()
  .post('/custom/webhook', async (c) => {
    received.push(JSON.parse(await c.req.text()));
    return c.json({ status: 'success' });
  })
  .get('/custom/webhook', (c) => c.json(received))
  .get('/openapi.json', (c) =>
    c.json({
      openapi: '3.1.0',
      paths: {
        '/custom/webhook': { get: { summary: 'What was received' }, post: { description: 'Receives' } },
      },
    }),
  );
