import type { Statement } from '../statement.ts';

export const screensAccess: Statement[] = [
  { id: '2.routes.1', states: '/auth shows the sign-in and sign-up screen.' },
  { id: '2.routes.2', states: '/ shows the dashboard.' },
  { id: '2.routes.3', states: '/properties shows the properties.' },
  { id: '2.routes.4', states: '/inspections shows all inspections.' },
  { id: '2.routes.5', states: '/settings shows settings and profile.' },
  { id: '2.routes.6', states: '/inspection-guide shows the guide.' },
  { id: '2.routes.7', states: '/inspection-setup shows the inspection setup.' },
  { id: '2.routes.8', states: '/area-inspection shows the area inspection.' },
  { id: '2.routes.9', states: '/area-analysis shows the area analysis.' },
  { id: '2.routes.10', states: '/live-inspection shows the live inspection.' },
  {
    id: '2.routes.11',
    states: '/photo-upload shows the photo screens.',
    overruledBy:
      'Decision 2: with a `category` or `aiRequest` query it is the Upload Photos page, with only `inspectionId` the Photo Inspection page.',
  },
  { id: '2.routes.12', states: '/photo-inspection shows the Photo Inspection page.' },
  { id: '2.routes.13', states: '/inspection-review/{id} shows the inspection review.' },
  { id: '2.routes.14', states: '/reports shows the PIP Reports list.' },
  { id: '2.routes.15', states: '/pip-report/{id} shows the PIP report.' },
  { id: '2.routes.16', states: '/admin shows the admin dashboard.' },
  { id: '2.routes.17', states: 'Any other path shows the not-found screen.' },
  {
    id: '2.routes.18',
    states: 'Which other routes are protected is left open.',
    overruledBy: 'Decision 2: every route but /auth, the password, invitation and legal pages is protected.',
  },
  {
    id: '2.routes.19',
    states: 'No route beyond the table is shown.',
    overruledBy:
      'Decision 2: /admin?tab=, /notifications, /messages, /privacy, /terms, /contact, /forgot-password, /reset-password?token= and /invite?token= are added.',
  },
  { id: '2.guard.1', states: 'While the current user is loading, a protected screen shows a centered spinner.' },
  { id: '2.guard.2', states: 'If no user is signed in, the user is redirected to /auth.' },
  { id: '2.guard.3', states: 'If a user is signed in, the requested screen is rendered.' },
  { id: '2.notfound.1', states: "The not-found screen has the heading '404 Page Not Found'." },
  { id: '2.notfound.2', states: "The not-found screen has the text 'Did you forget to add the page to the router?'." },
  { id: '2.auth.1', states: 'A signed-in user who opens /auth is redirected to /.' },
  { id: '2.auth.2', states: 'The screen has two tabs, Sign In and Sign Up.' },
  { id: '2.auth.3', states: 'Sign In has the fields Username and Password.' },
  {
    id: '2.auth.4',
    states: "Sign In has a 'Sign in as' choice: Property Owner or Admin/QA.",
    overruledBy:
      'Decision 1: in production Admin/QA is only for accounts that were granted admin; in evaluation the choice is as stated.',
  },
  { id: '2.auth.5', states: 'Sign In has a Remember me checkbox.' },
  {
    id: '2.auth.6',
    states: 'The behavior of Remember me is left open.',
    overruledBy: 'Decision 9: Remember me works: the session outlives the browser.',
  },
  { id: '2.auth.7', states: 'Sign In has a Forgot password link.' },
  {
    id: '2.auth.8',
    states: 'The behavior of the Forgot password link is left open.',
    overruledBy: 'Decision 9: it leads to /forgot-password, which mails a link to /reset-password?token=.',
  },
  {
    id: '2.auth.9',
    states:
      'Sign Up has First Name, Last Name, Username, Email (email-type input), Property Name, Password and Confirm Password.',
  },
  {
    id: '2.auth.10',
    states: 'Sign Up has Account Type: Property Owner or Admin/QA.',
    overruledBy:
      'Decision 1: in production an admin signs up only by invitation; in evaluation the choice is as stated.',
  },
  {
    id: '2.auth.11',
    states: 'While a login or register call is pending, the submit button is disabled and shows a spinner.',
  },
  { id: '2.auth.12', states: 'A successful login goes to /.' },
  { id: '2.auth.13', states: 'A successful registration goes to /.' },
  { id: '2.auth.14', states: 'The footer has Privacy Policy, Terms of Service and Contact links.' },
  {
    id: '2.auth.15',
    states: 'The behavior of the footer links is left open.',
    overruledBy: 'Decision 9: they lead to /privacy, /terms and /contact, which are real pages.',
  },
  { id: '2.nav.1', states: 'The top navigation bar is 68 px high.' },
  { id: '2.nav.2', states: 'Home leads to /.' },
  { id: '2.nav.3', states: 'Properties leads to /properties.' },
  {
    id: '2.nav.4',
    states: 'Inspection leads to /inspection-guide; it is also highlighted on /inspection-setup and /live-inspection.',
  },
  { id: '2.nav.5', states: 'Reports leads to /reports.' },
  { id: '2.nav.6', states: 'Admin leads to /admin and is shown to admins only.' },
  { id: '2.nav.7', states: 'A notifications button carries an unread dot.' },
  {
    id: '2.nav.8',
    states: 'The behavior of the notifications button is left open.',
    overruledBy:
      'Decision 9: the bell shows the dot while something is unread and opens the list of notifications, which can be marked as read.',
  },
  { id: '2.nav.9', states: 'A settings button leads to /settings.' },
  {
    id: '2.nav.10',
    states: 'A user block shows first and last name, the role label (Admin or Property Owner) and initials.',
  },
  { id: '2.nav.11', states: 'The active item is matched by path prefix, and / matches only exactly.' },
];
