import { masked, maskedEmail, maskedName } from '../../domain/masking.js';
import { may } from '../../http/access/may.js';
import type { PortalViewer } from './portal-viewer.js';

/** Whether the person sees payers as they are: names, addresses and account numbers. Others see the beginnings and the ends. */
export function seesPayers(viewer: Pick<PortalViewer, 'rights'>): boolean {
  return may(viewer, 'accounts:read');
}

const asShown = (mask: (text: string) => string) => (text: string | null, isSeen: boolean) =>
  text === null || isSeen ? text : mask(text);

export const nameFor = asShown(maskedName);
export const emailFor = asShown(maskedEmail);
/** Account numbers and phone numbers. */
export const numberFor = asShown(masked);
