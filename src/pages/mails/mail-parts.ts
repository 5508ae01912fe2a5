import type { Fact, MailPart } from './mail-html.js';
import { filled, type Template, type Values } from './template.js';

/** The contents that the engine puts into the blocks of a template. */
export interface Blocks {
  readonly facts: readonly Fact[];
  readonly money: readonly string[];
  /** The address that the button opens. */
  readonly url: string;
}

export function partsOf({ parts }: Template, values: Values, blocks: Blocks): MailPart[] {
  return parts.map((part): MailPart => {
    switch (part.kind) {
      case 'facts':
        return { kind: 'facts', facts: blocks.facts };
      case 'money':
        return { kind: 'text', lines: blocks.money };
      case 'button':
        return { kind: 'button', words: part.text, url: blocks.url };
      case 'text':
        return { kind: 'text', lines: [filled(part.text, values)] };
    }
  });
}

/** The paragraphs of a template that has no blocks. */
export function linesOf({ parts }: Template, values: Values): string[] {
  return parts.flatMap((part) => (part.kind === 'text' ? [filled(part.text, values)] : []));
}
