import type { Message } from '#server/platform/mail/mailer.ts';

/** A mail as its author writes it: plain paragraphs with `{name}` where a value goes, and at most one link. */
export interface Template {
  subject: string;
  paragraphs: readonly string[];
  /** `url` is the name of the value that holds the address. */
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

const bodyStyle =
  'font-family:Inter,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1c1917;max-width:36em';
const linkStyle =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1917;color:#fff;text-decoration:none';

/**
 * Fills a template for one person, as plain text and as HTML with every value escaped. Throws for a placeholder that has
 * no value, and for a link that is not http or https.
 */
export function renderMail(template: Template, to: string, values: Values): Message {
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
      ? [`<p><a href="${escapeHtml(href)}" style="${linkStyle}">${escapeHtml(template.link.label)}</a></p>`]
      : []),
    ...closing.map(paragraph),
  ];
  return {
    to,
    subject: oneLine(fill(template.subject, values, asIs)),
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><body style="${bodyStyle}">\n${html.join('\n')}\n</body></html>\n`,
  };
}
