import { mask, type Scrubber } from '../logging/scrubber.ts';
import { createRecordScrubber, hiddenHost } from '../recordings/record/scrub-record.ts';

/** `api_key=…`, `"password": "…"`, `Authorization: …`: a value after the name of a secret. */
const namedSecret =
  /((?:api[-_ ]?key|token|secret|passw(?:or)?d|passphrase|authorization|cookie|credential|signature)s?["']?\s*[:=]\s*["']?(?:Bearer |Basic )?)([^\s"',;&)}\]]{6,})/gi;

/** Removes what is secret from a text for others. */
export interface TextScrubber {
  scrub(text: string): string;
  /** Values that were replaced so far: secrets, and hosts. */
  readonly counts: { readonly secrets: number; readonly hosts: number };
}

/** `hosts`: these, which messages of the network name without an address, and the hosts of all addresses; `null`: none. */
export function createTextScrubber(
  scrubber: Pick<Scrubber, 'scrub'>,
  hosts: readonly string[] | null,
): TextScrubber {
  const values = createRecordScrubber({ scrubber, likely: true, hosts: hosts !== null });
  let named = 0;
  let hidden = 0;
  const hideHosts = (text: string): string => {
    let result = text;
    for (const host of hosts ?? []) {
      result = result.replaceAll(host, () => {
        hidden += 1;
        return hiddenHost;
      });
    }
    return result;
  };
  return {
    scrub(text) {
      // As a JSON string, so that the same rules apply as in recordings.
      const json = values.scrub(JSON.stringify(text));
      return hideHosts(JSON.parse(json) as string).replaceAll(
        namedSecret,
        (whole, before: string, value: string) => {
          if (value === mask || value.startsWith('[')) return whole;
          named += 1;
          return before + mask;
        },
      );
    },
    get counts() {
      const { known, likely, hosts: inAddresses } = values.report;
      return { secrets: known + likely + named, hosts: inAddresses + hidden };
    },
  };
}
