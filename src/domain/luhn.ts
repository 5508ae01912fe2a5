/**
 * Tells whether a text could be a card's number, for fields that hold a card's token or nothing but a number. It could be
 * one with 13 to 19 digits of any scheme, or with digits of a known scheme behind words such as `card_`; any signs may
 * group the digits. Such a text is refused and must not reach a log, which keeps the engine out of the scope of PCI DSS.
 */
export function looksLikePan(text: string): boolean {
  const digits = digitsIn(text);
  if (digits.length < 13) return false;
  const isNumber = !/\p{L}/u.test(text) && /^\d{13,19}$/.test(digits) && passesLuhn(digits);
  const behindWords = /^[^\p{N}]*([^\p{L}]*)[^\p{N}]*$/u.exec(text)?.[1];
  return isNumber || holdsPan(text) || (behindWords !== undefined && isCard(digits));
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 0x30;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Lengths and first digits of the schemes: Visa, Mastercard, Verve, American Express, Diners Club, Discover, JCB, UnionPay. */
const schemes: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/,
  /^(?:506\d|507\d|650\d)\d{12}(?:\d{2,3})?$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|[68]\d)\d{11}$/,
  /^(?:6011|64[4-9]\d|65\d\d)\d{12}(?:\d{3})?$/,
  /^35\d{14}$/,
  /^62\d{14,17}$/,
];

/** The signs between the groups of a number: anything but letters and digits. */
const gap = String.raw`[^\p{L}\p{N}]{1,3}`;

/** The token of a prepaid meter, five groups of four digits, which is no card's number; or a row of 13 digits and more. */
const rows = new RegExp(
  String.raw`(?<token>(?<!\p{N})\p{Nd}{4}(?<gap>${gap})\p{Nd}{4}(?:\k<gap>\p{Nd}{4}){3}(?!\p{N}|\k<gap>\p{Nd}))|\p{Nd}(?:[^\p{L}\p{N}]{0,3}\p{Nd}){12,}`,
  'gu',
);

/** The numbers of digits in the groups of a card's number: in one piece, as on a card, in pairs, or one by one. */
const shapes = /^(?:1[3-9]|4(?:-4){3}(?:-[1-3])?|4-6-[45]|2(?:-2){6,8}(?:-1)?|1(?:-1){12,18})$/;
const fewestDigits = 13;
const mostDigits = 19;

/**
 * Tells whether a card's number stands in a text that is for something else. Only numbers of a card scheme count, so that
 * numbers that merchants count with, or times, are hardly ever taken for one.
 */
export function holdsPan(text: string): boolean {
  return text.length >= 13 && withoutPans(text) !== text;
}

/** The text with all but the last four digits of the card numbers in it hidden. */
export function withoutPans(text: string): string {
  return text.replace(rows, (row: string, ...found: unknown[]) => {
    const { token } = found.at(-1) as { readonly token?: string };
    const at = found.at(-3) as number;
    return token === undefined ? hiddenIn(row, at, text) : row;
  });
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

function hiddenIn(row: string, at: number, text: string): string {
  const groups = Array.from(row.matchAll(/\p{Nd}[\p{Nd}\p{Cf}]*/gu), (found): Group => {
    const [group] = found;
    return { start: found.index, end: found.index + group.length, digits: digitsIn(group) };
  });
  let hidden = '';
  let done = 0;
  for (let first = 0; first < groups.length; first += 1) {
    const count = cardAt(groups, first, (start, end, isGrouped) =>
      isPartOfHash(text, at + start, at + end, isGrouped),
    );
    if (count === 0) continue;
    const card = groups.slice(first, first + count);
    const digits = card.map((group) => group.digits).join('');
    hidden += row.slice(done, card[0]?.start) + '*'.repeat(digits.length - 4) + digits.slice(-4);
    done = card.at(-1)?.end ?? done;
    first += count - 1;
  }
  return hidden + row.slice(done);
}

/** Returns the number of groups, from the first on, that form a card's number; 0 when they form none. */
function cardAt(
  groups: readonly Group[],
  first: number,
  isPartOfHash: (start: number, end: number, isGrouped: boolean) => boolean,
): number {
  const start = groups[first]?.start ?? 0;
  let digits = '';
  const sizes: number[] = [];
  for (let next = first; next < groups.length; next += 1) {
    const group = groups[next];
    if (group === undefined || digits.length + group.digits.length > mostDigits) return 0;
    digits += group.digits;
    sizes.push(group.digits.length);
    if (digits.length < fewestDigits || !isCard(digits) || !shapes.test(sizes.join('-'))) continue;
    if (!isPartOfHash(start, group.end, sizes.length > 1)) return sizes.length;
  }
  return 0;
}

function isCard(digits: string): boolean {
  return passesLuhn(digits) && schemes.some((scheme) => scheme.test(digits));
}

/**
 * Tells whether the digits belong to a hash or a UUID, whose hexadecimal digits have long rows of decimal ones by chance.
 * Words beside a card's number have other letters.
 */
function isPartOfHash(text: string, start: number, end: number, isGrouped: boolean): boolean {
  const before = /[\p{L}\p{N}]*$/u.exec(text.slice(Math.max(0, start - 64), start))?.[0] ?? '';
  const after = /^[\p{L}\p{N}]*/u.exec(text.slice(end, end + 64))?.[0] ?? '';
  const beside = before + after;
  return /^[0-9a-f]+$/i.test(beside) && (isGrouped || /\d/.test(beside));
}

/** Digits of any script, full-width ones too, as 0 to 9: each script has its ten in a row. */
function digitsIn(text: string): string {
  if (/^\d*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .replaceAll(/\P{Nd}+/gu, '')
    .replaceAll(/[^0-9]/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      let zero = code;
      while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
      return String(code - zero);
    });
}
