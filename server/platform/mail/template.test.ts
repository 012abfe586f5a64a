import { expect, test } from 'vitest';
import { renderMail } from '#server/platform/mail/template.ts';

const template = {
  subject: 'Inspection case {caseNumber}',
  paragraphs: ['Hello {name},', 'a case was made for {propertyName}.'],
  link: { label: 'Open the case', url: 'url' },
  closing: ['Reply to nobody.'],
} as const;
const values = {
  caseNumber: 'CASE-20261121-K7QM',
  name: 'Ana <b>',
  propertyName: 'Bay & Co "West"',
  url: 'https://inspect.example.com/cases?a=1&b=2',
};

test('fills the text with values unchanged and the HTML with values escaped', () => {
  const mail = renderMail(template, 'ana@example.com', values);
  expect(mail.subject).toBe('Inspection case CASE-20261121-K7QM');
  expect(mail.text).toContain('Hello Ana <b>,\n\na case was made for Bay & Co "West".');
  expect(mail.text).toContain('Open the case:\nhttps://inspect.example.com/cases?a=1&b=2\n');
  expect(mail.html).toContain('Hello Ana &lt;b&gt;,');
  expect(mail.html).toContain('Bay &amp; Co &quot;West&quot;');
  expect(mail.html).toContain('href="https://inspect.example.com/cases?a=1&amp;b=2"');
});

test('the HTML has the product name, its accent color and the same paragraphs as the text', () => {
  const { html, text } = renderMail(template, 'ana@example.com', values);
  expect(html).toMatch(/<p style="[^"]*">Innspect<\/p>\n<p>Hello/);
  expect(html).toMatch(/<a href="[^"]+" style="[^"]*background:#0b6b63[^"]*">Open the case<\/a>/);
  expect(html.match(/<p>/g)).toHaveLength(4);
  expect(text.trim().split('\n\n')).toHaveLength(4);
});

test('the HTML has the dark theme too, so that no mail program has to guess its colors', () => {
  const { html } = renderMail(template, 'ana@example.com', values);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toMatch(/@media \(prefers-color-scheme:dark\)\{body\{background:#0f171b!important\}/);
});

test('a value cannot add a header through the subject', () => {
  const mail = renderMail(template, 'ana@example.com', { ...values, caseNumber: 'X\r\nBcc: all@example.com' });
  expect(mail.subject).toBe('Inspection case X Bcc: all@example.com');
});

test('refuses a placeholder without a value, and a link that a browser would execute', () => {
  expect(() => renderMail({ subject: '{missing}', paragraphs: [] }, 'a@example.com', {})).toThrow('{missing}');
  expect(() => renderMail(template, 'a@example.com', { ...values, url: 'javascript:alert(1)' })).toThrow('http');
});
