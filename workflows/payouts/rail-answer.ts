import { ActivityFailure } from '@temporalio/workflow';

/** The answer of a call to a rail. A call whose worker was lost, or that could not be made at all, says nothing. */
export async function answerOr<Answer, Nothing>(
  call: Promise<Answer>,
  nothing: Nothing,
): Promise<Answer | Nothing> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return nothing;
  }
}
