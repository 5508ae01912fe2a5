import { koboIn } from '../../../domain/naira.js';
import { invalid } from '../../merchants/merchants.service.js';

/**
 * Returns an amount that was typed in naira, in kobo; null when nothing was typed. @throws ApiError VALIDATION_FAILED
 */
export function nairaTyped(text: string, field: string): bigint | null {
  const typed = text.trim();
  if (typed === '') return null;
  const kobo = koboIn(typed);
  if (kobo === undefined) throw invalid(field, 'must be naira, such as 1,500.00');
  return kobo;
}
