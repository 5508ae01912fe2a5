/** A figure of the whole installation, whichever process reads it. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

export interface FigureSql extends Omit<Figure, 'name'> {
  /** Rows with a column for each label and the column `value`. */
  readonly text: string;
}
