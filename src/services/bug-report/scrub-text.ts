import { mask, type Scrubber } from '../logging/scrubber.ts';
import { createRecordScrubber } from '../recordings/record/scrub-record.ts';

/** `api_key=…`, `"password": "…"`, `Authorization: …`: a value after the name of a secret. */
const namedSecret =
  /((?:api[-_ ]?key|token|secret|passw(?:or)?d|passphrase|authorization|cookie|credential|signature)s?["']?\s*[:=]\s*["']?(?:Bearer |Basic )?)([^\s"',;&)}\]]{6,})/gi;

/** Removes what is secret from a text for others. */
export interface TextScrubber {
  scrub(text: string): string;
  /** Values that were replaced so far: secrets, and hosts. */
  readonly counts: { readonly secrets: number; readonly hosts: number };
}

/** `hosts`: also the hosts of addresses. */
export function createTextScrubber(scrubber: Pick<Scrubber, 'scrub'>, hosts: boolean): TextScrubber {
  const values = createRecordScrubber({ scrubber, likely: true, hosts });
  let named = 0;
  return {
    scrub(text) {
      // As a JSON string, so that the same rules apply as in recordings.
      const json = values.scrub(JSON.stringify(text));
      return (JSON.parse(json) as string).replaceAll(namedSecret, (whole, before: string, value: string) => {
        if (value === mask || value.startsWith('[')) return whole;
        named += 1;
        return before + mask;
      });
    },
    get counts() {
      const { known, likely, hosts: hidden } = values.report;
      return { secrets: known + likely + named, hosts: hidden };
    },
  };
}
