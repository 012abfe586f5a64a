import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderDecisionMail } from '#server/inspections/review/decision.mails.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { caseFields, expectOk } from '#test/factories.ts';
import { mailTo } from '#test/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function spanishOwner() {
  const owner = await app.person('property');
  await expectOk(owner.put('/api/user/profile', { language: 'es' }), 'Choosing Spanish');
  return owner;
}

describe('a user who has chosen Spanish gets Spanish mails', () => {
  it('about cases, with the inspection type and the due date', async () => {
    const [owner, admin] = [await spanishOwner(), await app.person('admin')];
    const dueDate = '2031-12-05T00:00:00.000Z';
    const opened = await expectOk(
      admin.post('/api/inspection-cases', caseFields(owner.user.email, { propertyName: 'Harbour Inn', dueDate })),
      'Opening a case',
    );
    const mail = await mailTo(app, owner.user.email, /Caso de inspección/);
    expect(mail.subject).toBe(`Caso de inspección ${opened.caseNumber} para Harbour Inn`);
    expect(mail.text).toContain('Tipo de inspección: Inspección de rutina');
    expect(mail.text).toContain('Fecha límite: 5 de diciembre de 2031');
    expect(mail.text).toContain('Abrir el caso:\n');
    expect(String(mail.html)).toContain('<html lang="es">');
  });

  it('about decisions, with the names of areas', () => {
    const decision = { area: 'Lobby', approved: false, outcome: null, note: 'Sharper, please', path: '/area-analysis' };
    const facts = { email: 'ana@example.com', name: 'Ana', language: 'es' as const, decisions: [decision] };
    const mail = renderDecisionMail(
      { ...facts, property: { id: 'x', name: 'Harbour Inn' } },
      'https://inspect.example',
    );
    expect(mail.subject).toBe('Inspeccione de nuevo: Vestíbulo de Harbour Inn');
    expect(mail.text).toContain('Estimado/a Ana:');
    expect(mail.text).toContain('• Vestíbulo: inspecciónela de nuevo\n  Sharper, please');
  });

  it('about the account, and English ones again once the browser chooses', async () => {
    const owner = await spanishOwner();
    await expectOk(owner.post('/api/password/forgot', { email: owner.user.email }), 'Asking for a link');
    await mailTo(app, owner.user.email, 'Cambie su contraseña de Innspect');
    await expectOk(owner.put('/api/user/profile', { language: null }), 'Leaving it to the browser');
    await expectOk(owner.post('/api/password/forgot', { email: owner.user.email }), 'Asking for a link');
    expect(String((await mailTo(app, owner.user.email, 'Reset your Innspect password')).html)).toContain(
      '<html lang="en">',
    );
  });
});
