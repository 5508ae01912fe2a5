/** The least contrast of a text. WCAG 2.2 AA asks for 4.5; the rest allows for rounding. */
const leastContrast = 4.6;
/** The colours of the paper, the same as in src/pages/payer/assets/page.css. */
const papers = { light: '#ffffff', dark: '#1b1f24' } as const;
const [white, black] = ['#ffffff', '#000000'];

type Rgb = readonly [red: number, green: number, blue: number];

/** A background colour, and the colour of the text on it. */
interface Accent {
  readonly accent: string;
  readonly onAccent: string;
}

/** Returns colours as close to the merchant's as can be read, on light paper and on dark. */
export function accentsOf(color: string): { readonly light: Accent; readonly dark: Accent } {
  const on = (paper: string, towards: string): Accent => {
    const accent = readableOn(paper, color, towards);
    const onAccent = contrast(accent, white) >= contrast(accent, black) ? white : black;
    return { accent, onAccent };
  };
  return { light: on(papers.light, black), dark: on(papers.dark, white) };
}

/** Returns the page's style rules for the merchant's own colour. */
export function accentStyle(color: string): string {
  const { light, dark } = accentsOf(color);
  const rules = ({ accent, onAccent }: Accent): string =>
    `:root{--accent:${accent};--on-accent:${onAccent}}`;
  return `${rules(light)}@media (prefers-color-scheme:dark){${rules(dark)}}`;
}

/** Returns the contrast of two colours, from 1 to 21, by WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Mixes the colour with black or white in steps of a twentieth, until it can be read on the paper. */
function readableOn(paper: string, color: string, towards: string): string {
  for (let step = 0; step < 20; step += 1) {
    const mixed = mix(color, towards, step / 20);
    if (contrast(mixed, paper) >= leastContrast) return mixed;
  }
  return towards;
}

function mix(color: string, other: string, share: number): string {
  const [from, to] = [rgbOf(color), rgbOf(other)];
  const parts = from.map((part, at) => Math.round(part + ((to[at] ?? part) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
