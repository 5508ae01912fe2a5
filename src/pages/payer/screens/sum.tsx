interface Props {
  readonly text: string;
  /** The amount within the text; it is the largest thing on the page. */
  readonly sum: string;
}

/** The title of a screen about an amount. The position of the amount in the sentence depends on the language. */
export function SumTitle({ text, sum }: Props) {
  const at = text.indexOf(sum);
  const parts = at < 0 ? [text] : [text.slice(0, at), text.slice(at + sum.length)];
  const [before = '', after = ''] = parts.map((part) => part.trim());
  return (
    <h1 tabIndex={-1}>
      {before} {at >= 0 && <b class="sum">{sum}</b>} {after}
    </h1>
  );
}
