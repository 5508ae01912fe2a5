/**
 * Every change of a released workflow that open workflows must not see, in one place. Nothing has been released yet, so
 * there is none, and the golden histories are those of the workflows as they are.
 *
 * Before you edit a released workflow: record a history of the path you touch (scripts/record-histories.ts), then add
 * the change here and branch on it with `patched(id)`. Once no open workflow is older than the change, replace
 * `patched` by `deprecatePatch`, and later remove both.
 */
export interface Patch {
  /** Passed to `patched`; stored in histories, so it never changes. */
  readonly id: string;
  /** The change in the workflow's behaviour, and the reason for it. */
  readonly reason: string;
  /** The release that brought it. */
  readonly introduced: string;
  /** The date from which no open workflow can be older. */
  readonly removable: string;
}

export const patches: readonly Patch[] = [];
