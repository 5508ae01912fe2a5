/**
 * The values that a template may name, and those that it must name. The rule also holds for a template that replaces
 * ours.
 */
export interface TemplateRule {
  readonly may: readonly Placeholder[];
  /** The subject must contain these. */
  readonly subjectMust: readonly Placeholder[];
  /** The SMS must contain these; undefined: the template has no SMS. */
  readonly smsMust?: readonly Placeholder[];
  /** The blocks that the body must contain, each on a line of its own. */
  readonly blocks: readonly Block[];
}

/** An SMS has {money} inside a line, an e-mail has it as a block. */
export type Placeholder =
  | 'merchant'
  | 'reference'
  | 'amount'
  | 'received'
  | 'missing'
  | 'until'
  | 'money'
  | 'page'
  | 'site'
  | 'left'
  | 'endpoint'
  | 'since'
  | 'why'
  | 'what'
  | 'key'
  | 'network'
  | 'day'
  | 'count'
  | 'role';
export type Block = 'facts' | 'money' | 'button';

const common = ['merchant', 'reference', 'page'] as const;
const order = {
  may: [...common, 'amount'],
  subjectMust: ['amount', 'reference'],
  smsMust: ['merchant', 'reference', 'amount', 'page'],
} as const;
const withMoney = { ...order, blocks: ['money', 'button'] } as const;

/** The rules by the name of the template's file. */
export const templateRules = {
  receipt: { ...order, blocks: ['facts', 'button'] },
  'too-little': {
    may: [...common, 'received', 'missing', 'until'],
    subjectMust: ['missing', 'reference'],
    smsMust: ['merchant', 'reference', 'missing', 'page'],
    blocks: ['button'],
  },
  money: {
    may: [...common, 'received', 'money'],
    subjectMust: ['received', 'reference'],
    smsMust: ['merchant', 'reference', 'money', 'page'],
    blocks: ['money', 'button'],
  },
  'refund-started': withMoney,
  'refund-done': withMoney,
  'refund-needs-account': { ...order, blocks: ['button'] },
  'dispute-refund': { ...order, blocks: ['button'] },
  footer: { may: ['merchant', 'site'], subjectMust: [], blocks: [] },
} as const satisfies Readonly<Record<string, TemplateRule>>;
export type PayerTemplateName = keyof typeof templateRules;
export const payerTemplateNames = Object.keys(templateRules) as readonly PayerTemplateName[];

const facts = { subjectMust: [], blocks: ['facts'] } as const;
const chargeback = {
  may: ['merchant', 'reference', 'amount', 'until', 'left'],
  subjectMust: ['amount', 'reference', 'until'],
  blocks: ['facts'],
} as const;
const endpoint = { ...facts, may: ['merchant', 'endpoint', 'since'] } as const;
const endpointOff = { ...facts, may: [...endpoint.may, 'why'] } as const;
const settlement = {
  may: ['merchant', 'reference', 'amount', 'why'],
  subjectMust: ['amount', 'reference'],
  blocks: ['facts'],
} as const;
const change = {
  may: ['merchant', 'what', 'endpoint', 'key'],
  subjectMust: ['what'],
  blocks: ['facts'],
} as const;

/** The rules of messages to merchants' contacts and to operators, in English only. */
export const contactTemplateRules = {
  'dispute-opened': chargeback,
  'dispute-due': chargeback,
  'webhook-failing': endpoint,
  'webhook-off': endpointOff,
  'webhook-back': endpoint,
  'settlement-paid': settlement,
  'settlement-failed': settlement,
  'settlement-on-hold': settlement,
  'account-changed': change,
  'webhook-changed': change,
  'key-changed': change,
  'rights-changed': { ...facts, may: ['merchant', 'what'] },
  'people-changed': { ...facts, may: ['merchant', 'what'], subjectMust: ['what'] },
  invitation: {
    may: ['merchant', 'until'],
    subjectMust: ['merchant'],
    blocks: ['facts', 'button'],
  },
  'key-new-network': { ...facts, may: ['merchant', 'key', 'network'], subjectMust: ['key'] },
  'key-ends': { ...facts, may: ['merchant', 'key', 'until', 'left'], subjectMust: ['key'] },
  summary: { ...facts, may: ['merchant', 'received', 'day'], subjectMust: ['day'] },
  digest: { ...facts, may: ['merchant', 'count'], subjectMust: ['count'] },
  'password-link': {
    may: ['merchant', 'until'],
    subjectMust: ['merchant'],
    blocks: ['facts', 'button'],
  },
  'confirmation-asked': {
    may: ['merchant', 'what'],
    subjectMust: ['merchant'],
    blocks: ['facts', 'button'],
  },
  attention: { may: ['merchant', 'count'], subjectMust: ['count'], blocks: ['facts', 'button'] },
  'contact-footer': { may: ['merchant', 'role'], subjectMust: [], blocks: [] },
} as const satisfies Readonly<Record<string, TemplateRule>>;
export type ContactTemplateName = keyof typeof contactTemplateRules;
export const contactTemplateNames = Object.keys(
  contactTemplateRules,
) as readonly ContactTemplateName[];

export type TemplateName = PayerTemplateName | ContactTemplateName;
const allRules: Readonly<Record<TemplateName, TemplateRule>> = {
  ...templateRules,
  ...contactTemplateRules,
};
const footers: ReadonlySet<TemplateName> = new Set(['footer', 'contact-footer']);

/** A paragraph, or a block that the engine fills. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts' | 'money' }
  | { readonly kind: 'button'; readonly text: string };

/** The headings of a template, and its body in parts. */
export interface Template {
  readonly subject: string;
  readonly title: string;
  readonly sms: string;
  readonly parts: readonly TemplatePart[];
}

const headings = ['Review', 'Subject', 'Title', 'Sms'] as const;
type Heading = (typeof headings)[number];

/**
 * Reads a template: lines `Subject: …`, `Title: …` and `Sms: …`, an empty line, then paragraphs. `problems` has a
 * sentence for each fault.
 */
export function readTemplate(
  name: TemplateName,
  text: string,
): { readonly template: Template; readonly problems: readonly string[] } {
  const rule = allRules[name];
  const { found, body } = headingsOf(text);
  const { Subject: subject = '', Title: title = '', Sms: sms = '' } = found;
  const template = { subject, title, sms, parts: partsOf(body) };
  const needed = headingsFor(name);
  const problems = [
    ...needed.filter((heading) => !found[heading]).map((heading) => `has no line "${heading}: …"`),
    ...unknownOf(text, rule).map((hole) => `names {${hole}}, which is not known here`),
    ...rule.subjectMust
      .filter((hole) => !subject.includes(`{${hole}}`))
      .map((hole) => `must name {${hole}} in its subject`),
    ...(rule.smsMust ?? [])
      .filter((hole) => !sms.includes(`{${hole}}`))
      .map((hole) => `must name {${hole}} in its SMS`),
    ...rule.blocks
      .filter((block) => !template.parts.some(({ kind }) => kind === block))
      .map((block) => `must have a line [${block}]`),
  ];
  return { template, problems };
}

/** The headings that a template needs. Contacts get no SMS, so their templates need no `Sms`. */
function headingsFor(name: TemplateName): readonly Heading[] {
  if (footers.has(name)) return [];
  return allRules[name].smsMust === undefined ? ['Subject', 'Title'] : ['Subject', 'Title', 'Sms'];
}

function headingsOf(text: string) {
  const found: Partial<Record<Heading, string>> = {};
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  let at = 0;
  for (; at < lines.length; at += 1) {
    const [, name = '', value = ''] = /^([A-Z][a-z]+): *(.*)$/.exec(lines[at] ?? '') ?? [];
    const heading = headings.find((each) => each === name);
    if (heading === undefined) break;
    found[heading] = value.trim();
  }
  return { found, body: lines.slice(at).join('\n') };
}

function partsOf(body: string): TemplatePart[] {
  return body
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): TemplatePart => {
      if (part === '[facts]') return { kind: 'facts' };
      if (part === '[money]') return { kind: 'money' };
      const [, words] = /^\[button\] (.+)$/.exec(part) ?? [];
      return words === undefined ? { kind: 'text', text: part } : { kind: 'button', text: words };
    });
}

function unknownOf(text: string, { may }: TemplateRule): string[] {
  const known: ReadonlySet<string> = new Set(may);
  const named = [...text.matchAll(/\{([^{}\n]*)\}/g)].map(([, hole = '']) => hole);
  return [...new Set(named)].filter((hole) => !known.has(hole));
}

export type Values = Readonly<Partial<Record<Placeholder, string>>>;

/** Replaces the placeholders of a text by their values. */
export function filled(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => values[name as Placeholder] ?? hole);
}
