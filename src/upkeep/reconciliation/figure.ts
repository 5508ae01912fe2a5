/** A figure about the whole installation, which has the same value in every process. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

export interface FigureSql extends Omit<Figure, 'name'> {
  /** A query whose rows have a column for each label and the column `value`. */
  readonly text: string;
}
