/** The letters of an SMS by GSM 03.38; those of `escaped` take the place of two. */
const plain = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const escaped = new Set('^{}\\[~]|€');

/** What a text is as an SMS: whether each of its letters is a plain one, and how many parts are paid for. */
export function smsOf(text: string): { readonly isPlain: boolean; readonly parts: number } {
  const signs = [...text];
  const isPlain = signs.every((sign) => plain.has(sign) || escaped.has(sign));
  const length = isPlain
    ? signs.length + signs.filter((sign) => escaped.has(sign)).length
    : text.length;
  const [one, many] = isPlain ? [160, 153] : [70, 67];
  return { isPlain, parts: length <= one ? 1 : Math.ceil(length / many) };
}
