import { Page, PageHeader } from '#web/ui/page.tsx';
import { Prose } from '#web/ui/prose.tsx';

export default function TermsScreen() {
  return (
    <Page width="narrow" className="md:pt-10">
      <PageHeader title="Terms of Service" subtitle="What the product does for you, and what it does not" />
      <Prose>
        <h2>What it is for</h2>
        <p>
          Innspect helps property owners and brand reviewers to inspect hotels, to document what they find, and to plan
          improvements. Use it for properties that you own, manage or review.
        </p>
        <h2>Findings are observations</h2>
        <p>
          The product observes from photos. The analysis is a second reader that can miss things and can be wrong: a
          person confirms or dismisses every finding. It does not certify that a building meets a code, a law or a
          brand's standard.
        </p>
        <h2>Costs are estimates</h2>
        <p>Costs and durations are planning estimates and no quotes. Ask contractors for prices before you decide.</p>
        <h2>Safety first</h2>
        <p>
          If you see a danger to people, act on it at once and do not wait for a report. Never set off a detector or a
          pull station for an inspection.
        </p>
        <h2>Your account</h2>
        <p>Keep your password to yourself. What is done with your account is recorded under your name.</p>
        <h2>Your content</h2>
        <p>
          Photos and texts stay yours. You allow the operator of this installation to store them and to show them to
          those who take part in the inspection.
        </p>
      </Prose>
    </Page>
  );
}
