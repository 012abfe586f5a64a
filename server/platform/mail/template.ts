import type { Language, Translation } from '#contract/language.ts';
import { translationOf } from '#contract/translations/of.ts';
import type { Message } from '#server/platform/mail/mailer.ts';

/** A mail template: plain paragraphs with `{name}` as placeholders, and at most one link. */
export interface Template {
  subject: string;
  paragraphs: readonly string[];
  /** `url` is the name of the value that contains the address. */
  link?: { label: string; url: string };
  closing?: readonly string[];
}

type Values = Readonly<Record<string, string>>;

function fill(text: string, values: Values, escape: (value: string) => string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The mail template names {${name}}, which has no value.`);
    return escape(value);
  });
}

function escapeHtml(value: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim();
}

// The colors and fonts of the web (web/src/styles/tokens.css), inline because mail programs ignore style sheets.
const styles = {
  body: 'margin:0;padding:24px 12px;background:#f7f6f2',
  card:
    'max-width:34em;margin:0 auto;padding:28px 32px;background:#ffffff;border:1px solid #dedbd1;border-radius:10px;' +
    'font-family:Inter,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#14232b',
  name: 'margin:0 0 20px;font-family:Georgia,serif;font-size:20px;font-weight:600;color:#0b6b63',
  button:
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b63;color:#ffffff;font-weight:600;' +
    'text-decoration:none',
} as const;

// The dark theme of the web, for the mail programs that do read style sheets. Only the name's paragraph has a style.
const darkStyles = [
  'body{background:#0f171b!important}',
  'div{background:#162126!important;border-color:#26343a!important;color:#e8eef0!important}',
  'p[style]{color:#4cc3b4!important}',
  'a{background:#4cc3b4!important;color:#062521!important}',
].join('');
const head = [
  '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
  `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkStyles}}</style></head>`,
].join('');

const translated = ({ subject, paragraphs, link, closing }: Template, { text }: Translation): Template => ({
  subject: text(subject),
  paragraphs: paragraphs.map(text),
  ...(link ? { link: { ...link, label: text(link.label) } } : {}),
  closing: closing?.map(text) ?? [],
});

/** The salutation of a mail; the value `to` is the name. */
export const greeting = (name: string): string => (name ? 'Dear {to},' : 'Hello,');

/**
 * Fills a template for one recipient, as plain text and as HTML with every value escaped. Throws for a placeholder
 * without a value, and for a link that is not http or https. The mail is in English when `language` is null.
 */
export function renderMail(english: Template, to: string, plain: Values, language: Language | null = null): Message {
  const translation = translationOf(language);
  const template = translation ? translated(english, translation) : english;
  const values = translation
    ? Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, translation.value(value)]))
    : plain;
  const asIs = (value: string): string => value;
  const href = template.link ? (values[template.link.url] ?? '') : null;
  if (href !== null && !/^https?:\/\//.test(href))
    throw new Error('The link of a mail must be an http or https address.');
  const closing = template.closing ?? [];
  const text = [
    ...template.paragraphs.map((paragraph) => fill(paragraph, values, asIs)),
    ...(template.link && href !== null ? [`${template.link.label}:\n${href}`] : []),
    ...closing.map((paragraph) => fill(paragraph, values, asIs)),
  ];
  const paragraph = (source: string): string => {
    return `<p>${fill(escapeHtml(source), values, escapeHtml).replaceAll('\n', '<br>')}</p>`;
  };
  const html = [
    ...template.paragraphs.map(paragraph),
    ...(template.link && href !== null
      ? [`<p><a href="${escapeHtml(href)}" style="${styles.button}">${escapeHtml(template.link.label)}</a></p>`]
      : []),
    ...closing.map(paragraph),
  ];
  return {
    to,
    subject: oneLine(fill(template.subject, values, asIs)),
    text: `${text.join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      `<html lang="${language ?? 'en'}">${head}<body style="${styles.body}"><div style="${styles.card}">`,
      `<p style="${styles.name}">Innspect</p>`,
      ...html,
      '</div></body></html>\n',
    ].join('\n'),
  };
}
