import type { Statement } from '../statement.ts';

export const purpose: Statement[] = [
  {
    id: '1.purpose.1',
    states:
      'The product is an application with user accounts; its users are property owners (role label Property Owner) and administrators or quality-assurance staff (role label Admin/QA).',
  },
  { id: '1.purpose.2', states: 'An administrator creates an inspection case for a property.' },
  { id: '1.purpose.3', states: 'A case has a case number in the format CASE-YYYYMMDD-XXXX.' },
  { id: '1.purpose.4', states: 'The case is sent to the property owner by e-mail.' },
  { id: '1.purpose.5', states: 'The owner links the property to their profile through the case number.' },
  { id: '1.purpose.6', states: 'The owner completes onboarding for the case.' },
  { id: '1.purpose.7', states: 'The owner runs an inspection; a run goes through a fixed list of areas.' },
  { id: '1.purpose.8', states: 'Each area session needs permissions (camera, location, microphone) and photos.' },
  {
    id: '1.purpose.9',
    states: 'Each photo is analyzed by AI for objects, labels, detected issues, a confidence and a compliance score.',
  },
  { id: '1.purpose.10', states: 'Live video with AI detection is offered.' },
  {
    id: '1.purpose.11',
    states:
      'The product generates PIP reports per area, per inspection or property-wide, with cost and time estimates.',
  },
  {
    id: '1.purpose.12',
    states: 'Administrators monitor inspection sessions, and approve them or request re-inspection.',
  },
  { id: '1.purpose.13', states: 'Administrators create and cancel cases.' },
  {
    id: '1.purpose.14',
    states:
      'The marketing panel on the sign-in screen says: AI-Powered Property Inspections; live video streaming with AI detection; comprehensive property compliance; automated PIP report generation.',
  },
];
