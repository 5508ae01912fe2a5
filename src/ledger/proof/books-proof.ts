/** The progress of a proof. */
export interface ProofProgress {
  /** The number of the step, from 1 on. */
  readonly step: number;
  readonly steps: number;
  /** The table that is being read; for journals, also the closed month. */
  readonly what: string;
  /** Rows of it that have been read, and about how many there are. */
  readonly read: number;
  readonly of: number;
}

export interface ProofOptions {
  /** Whether all closed months are proven as well; otherwise only the one that was proven longest ago. */
  readonly whole?: boolean;
  /** Called after each slice. */
  readonly onProgress?: (progress: ProofProgress) => void;
}
