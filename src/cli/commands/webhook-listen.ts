import type { WebhookDelivery } from '../../shared/model/webhook.ts';
import { AppError } from '../../shared/app-error.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { RawJson } from '../output/json-document.ts';
import { withServer } from '../session/open-session.ts';

export const run: CommandRun = (args, context) => {
  // What was typed is checked before anything is sent.
  const count = args.number('count', 1) ?? Infinity;
  const port = args.port('port');
  return withServer(args, context, async ({ call, services, streams, server }) => {
    const { terminal, json, signal } = context;
    await call('webhooks.setListener', { enabled: true });
    const listener = await call('webhooks.configure', {
      address: args.text('address') ?? '127.0.0.1',
      port: port === 0 ? null : port,
      publicUrl: args.text('public-url'),
      tokenIn: 'path',
    });
    if (listener.state !== 'listening') {
      // Not the server but this machine: no other exit code than that of a failed command.
      const { message = 'The listener could not be opened.', details } = listener.problem ?? {};
      throw new AppError('conflict', message, {
        hint: 'Name another --port or --address.',
        ...(details === undefined ? {} : { details }),
      });
    }
    // Any thread: whoever gets the address may use it for several runs.
    const { url } = await services.reserveWebhook(server.connectionId, '');
    if (json) terminal.printJson({ listening: url });
    else terminal.print(url);
    terminal.note(
      'Listening. The address is a secret: anyone who knows it can send deliveries. Press Ctrl-C to stop.',
    );
    const printedCounts = new Map<string, number>();
    for await (const { deliveries } of streams['webhooks.deliveries']({}, signal)) {
      for (const delivery of deliveries.toReversed()) {
        if (printedCounts.get(delivery.id) === delivery.count) continue;
        printedCounts.set(delivery.id, delivery.count);
        const { bodyText, bodyIsJson } = await call('webhooks.content', { deliveryId: delivery.id });
        if (json) terminal.printJson(deliveryDocument(delivery, bodyText, bodyIsJson));
        else
          terminal.print(
            `${delivery.receivedAt}  ${delivery.claimedStatus ?? 'no status'}  ${delivery.size} bytes\n${bodyText}`,
          );
        if (printedCounts.size >= count) return exitCodes.ok;
      }
    }
    return exitCodes.interrupted;
  });
};

function deliveryDocument(delivery: WebhookDelivery, bodyText: string, isJson: boolean) {
  const { receivedAt, claimedStatus, size, contentType, count } = delivery;
  const body = isJson ? new RawJson(bodyText) : bodyText;
  return { receivedAt, claimedStatus, size, contentType, count, body };
}
