import { masked, maskedEmail, maskedName } from '../../domain/masking.js';
import { may } from '../../http/access/may.js';
import type { PortalViewer } from './portal-viewer.js';

/**
 * Tells whether the person sees payers' names, addresses and account numbers in full. Others see only their beginnings
 * and ends.
 */
export function seesPayers(viewer: Pick<PortalViewer, 'rights'>): boolean {
  return may(viewer, 'accounts:read');
}

const asShown = (mask: (text: string) => string) => (text: string | null, isSeen: boolean) =>
  text === null || isSeen ? text : mask(text);

export const nameFor = asShown(maskedName);
export const emailFor = asShown(maskedEmail);
/** Masks account numbers and phone numbers. */
export const numberFor = asShown(masked);
