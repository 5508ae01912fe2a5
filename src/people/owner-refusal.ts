import { ApiError } from '../http/api-error.js';

/** The refusal to give an owner a new way in; null: the owner gets one, or the outcome is not about that. */
export function ownerRefusal(outcome: string): ApiError | null {
  if (outcome === 'UNKNOWN') return new ApiError('RESOURCE_NOT_FOUND');
  if (outcome !== 'OTHER_OWNER') return null;
  return new ApiError('DECISION_REFUSED', {
    message: 'Another owner can sign in, and resets the second factor or invites anew.',
  });
}
