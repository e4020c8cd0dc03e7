import { linkQuery, linkScheme, type StudioLink } from '../../shared/model/studio-link.ts';
import { isWebHost } from '../rpc/open-port.ts';

export function linkText(link: StudioLink): string {
  const query = linkQuery(link);
  return isWebHost() ? `${location.origin}/studio/?${query}` : `${linkScheme}://open?${query}`;
}
