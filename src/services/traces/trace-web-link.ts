import { AppError } from '../../shared/app-error.ts';
import { traceIdPlace } from '../../shared/model/traces.ts';
import { safeLink } from '../network/safe-link.ts';

/** The web address of a trace. Throws an `AppError` (`invalid-input`) if a browser may not open it. */
export function traceWebLink(template: string, traceId: string): string {
  return safeLink(template.replaceAll(traceIdPlace, traceId), { allowsHttp: true });
}

/** A template of such addresses, as it is stored; `null` for none. Throws an `AppError` (`invalid-input`). */
export function checkedTraceUrl(typed: string | null): string | null {
  const template = typed?.trim() ?? '';
  if (template === '') return null;
  const where = { where: 'traceUrl' };
  if (!template.includes(traceIdPlace)) {
    throw new AppError('invalid-input', `The web address of a trace must contain ${traceIdPlace}.`, {
      hint: 'The ID of the trace goes there.',
      details: where,
    });
  }
  try {
    traceWebLink(template, '0'.repeat(32));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(
      'invalid-input',
      error.message.replace('The link was not opened', 'The web address of a trace can’t be used'),
      {
        details: where,
      },
    );
  }
  return template;
}
